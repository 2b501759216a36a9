// Force-included where PolyMem is built with assertions and LLVM is not.
//
// llvm/ADT/Statistic.h takes the *layout* of a statistic from NDEBUG. A pass
// with statistics would then embed another class than the one whose constructor
// is in libMLIR: values start uninitialised. This fixes the choice to LLVM's.
#if defined(__cplusplus) && !defined(NDEBUG)
#include "llvm/Support/Compiler.h"
#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#include <cassert>
// Other headers that are of such a kind are included in the same way, by the
// few sources that need them.
#define POLYMEM_RELEASE_LLVM 1
#endif
