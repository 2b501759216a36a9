//===- IslRepairs.cpp - functions of isl that are replaced ----------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl (0.27, and Polly's) makes sets wrong in two ways, may fail to end within
// one of the operations that its bound counts, does not tell how many it
// counted, uses memory after it was freed when that bound is reached, and
// memory beside an array where a set has a division twice. One function is
// replaced because it is slow.
// cmake/PolyMemIsl.cmake has the linker put the functions below in the place of
// isl's own, also where isl calls them (`ld --wrap`): `__wrap_f` is called for
// `f`, and `__real_f` is isl's. docs/design/isl.md has the story.
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Polyhedral/Isl/Isl.h"
#include "PolyMem/Support/Interrupt.h"
#include "isl/aff.h"
#include "isl/ctx.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include "isl/vec.h"
#include <cstdlib>

// The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

// In isl's library, though in none of its headers: the argument itself if
// nobody else has it, or else a copy.
isl_basic_map *isl_basic_map_cow(isl_basic_map *map);

isl_basic_map *__real_isl_basic_map_drop_redundant_divs(isl_basic_map *map);
isl_basic_map *__wrap_isl_basic_map_drop_redundant_divs(isl_basic_map *map);
isl_basic_map *__real_isl_basic_map_order_divs(isl_basic_map *map);
isl_basic_map *__wrap_isl_basic_map_order_divs(isl_basic_map *map);
// In isl's library, though in none of its headers: reduces the equations to row
// echelon form.
isl_basic_map *isl_basic_map_gauss(isl_basic_map *map, int *progress);

isl_basic_map *__real_isl_basic_map_remove_redundancies(isl_basic_map *map);
isl_basic_map *__wrap_isl_basic_map_remove_redundancies(isl_basic_map *map);
isl_stat __real_isl_ctx_next_operation(isl_ctx *ctx);
isl_stat __wrap_isl_ctx_next_operation(isl_ctx *ctx);
void *__wrap_isl_malloc_or_die(isl_ctx *ctx, size_t size);
void *__wrap_isl_calloc_or_die(isl_ctx *ctx, size_t number, size_t size);
void *__wrap_isl_realloc_or_die(isl_ctx *ctx, void *memory, size_t size);
isl_set *__real_isl_set_coalesce(isl_set *set);
isl_set *__wrap_isl_set_coalesce(isl_set *set);
isl_map *__real_isl_map_coalesce(isl_map *map);
isl_map *__wrap_isl_map_coalesce(isl_map *map);

/// Removes existentially quantified variables that are not needed. isl's
/// rewrites constraints of its argument before it makes a copy of its own, so
/// whoever else holds the argument is left with some of them: comparing
///   { [a, b] : exists x, y : b >= 0 and a >= b - 2 and 8x = 2a - b - 8 and
///              -8 - b <= 8y <= -2 - b }
/// with another set dropped `8x = 2a - b - 8`.
isl_basic_map *__wrap_isl_basic_map_drop_redundant_divs(isl_basic_map *map) {
  return __real_isl_basic_map_drop_redundant_divs(isl_basic_map_cow(map));
}
}

//===----------------------------------------------------------------------===//
// Endless simplification
//===----------------------------------------------------------------------===//

/// Gaussian eliminations on this thread since isl last allocated memory that it
/// did not set to zero.
static thread_local unsigned eliminations = 0;

/// isl repeats the steps of a simplification until none changes anything. Where
/// one step undoes another's work that is for ever, with numbers that grow: it
/// goes on when the budget has ended, for the step that allocates memory is
/// then skipped. A simplification that ends has less than a hundred (in the
/// kernels of benchmarks). Numbers may have a digit more after each one, so
/// that time grows with the cube of this: 4,000 take a second, 100,000 hours.
static constexpr unsigned kMaxEliminations = 4000;

extern "C" {

/// Sorts existentially quantified variables; each Gaussian elimination begins
/// with it. After too many it ends the budget, and fails once: to whom it fails
/// is then the simplification, which stops, while other callers expect a
/// result.
isl_basic_map *__wrap_isl_basic_map_order_divs(isl_basic_map *map) {
  if (++eliminations <= kMaxEliminations || !map)
    return __real_isl_basic_map_order_divs(map);
  eliminations = 0;
  isl_ctx_set_max_operations(isl_basic_map_get_ctx(map), 1);
  return isl_basic_map_free(map);
}

/// Removes redundant constraints, which begins with an elimination that is
/// taken to succeed. This is no step of a simplification, but is done for each
/// part of two sets that are compared: they are not counted across it.
isl_basic_map *__wrap_isl_basic_map_remove_redundancies(isl_basic_map *map) {
  eliminations = 0;
  map = isl_basic_map_gauss(map, nullptr);
  return map ? __real_isl_basic_map_remove_redundancies(map) : nullptr;
}
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// `memory`, of `size` elements or bytes, or isl's error if there is none.
static void *orError(isl_ctx *ctx, void *memory, size_t size) {
  if (!memory && size != 0)
    isl_handle_error(ctx, isl_error_alloc, "allocation failure", __FILE__,
                     __LINE__);
  return memory;
}

extern "C" {

/// Counts an operation, if the bound allows it. Where a guard looks for the end
/// of its budget, an interrupt is one.
isl_stat __wrap_isl_ctx_next_operation(isl_ctx *ctx) {
  isl_stat status = __real_isl_ctx_next_operation(ctx);
  if (status != isl_stat_ok)
    return status;
  polymem::IslOperationCounter::note(ctx);
  if (polymem::isInterrupted() && polymem::IslOperationCounter::of(ctx))
    isl_ctx_set_max_operations(ctx, 1);
  return status;
}

// Allocations are operations. isl's functions are next to what counts them: the
// linker would leave their calls as they are, so they are written again. (A
// null context fails.)

void *__wrap_isl_malloc_or_die(isl_ctx *ctx, size_t size) {
  if (__wrap_isl_ctx_next_operation(ctx) != isl_stat_ok)
    return nullptr;
  eliminations = 0;
  return orError(ctx, std::malloc(size), size);
}

void *__wrap_isl_calloc_or_die(isl_ctx *ctx, size_t number, size_t size) {
  if (__wrap_isl_ctx_next_operation(ctx) != isl_stat_ok)
    return nullptr;
  return orError(ctx, std::calloc(number, size), number);
}

void *__wrap_isl_realloc_or_die(isl_ctx *ctx, void *memory, size_t size) {
  if (__wrap_isl_ctx_next_operation(ctx) != isl_stat_ok)
    return nullptr;
  return orError(ctx, std::realloc(memory, size), size);
}
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// `coalesced`, made of `original`, or that if isl has added elements. Takes
/// both. Nothing was merged if there are as many parts as before.
template <typename Set>
static Set *verified(Set *original, Set *coalesced, isl_size (*numParts)(Set *),
                     isl_bool (*isSubset)(Set *, Set *), Set *(*free)(Set *)) {
  if (!original || !coalesced) {
    free(original);
    return coalesced;
  }
  bool sound = numParts(coalesced) == numParts(original) ||
               isSubset(coalesced, original) == isl_bool_true;
  free(sound ? original : coalesced);
  return sound ? coalesced : original;
}

extern "C" {

/// Merges parts of a set. isl's drops strides in doing so: of
///   { [a] : 0 < a <= 11 and ((1 + a) mod 2 = 0 or a <= 2); [4] }
/// it makes { [a] : 0 < a <= 12 }. The original is kept then.
isl_set *__wrap_isl_set_coalesce(isl_set *set) {
  return verified<isl_set>(set, __real_isl_set_coalesce(isl_set_copy(set)),
                           isl_set_n_basic_set, isl_set_is_subset,
                           isl_set_free);
}

/// The same for maps, and by way of them for unions of maps.
isl_map *__wrap_isl_map_coalesce(isl_map *map) {
  return verified<isl_map>(map, __real_isl_map_coalesce(isl_map_copy(map)),
                           isl_map_n_basic_map, isl_map_is_subset,
                           isl_map_free);
}
}

//===----------------------------------------------------------------------===//
// Emptiness
//===----------------------------------------------------------------------===//

extern "C" {

// In isl's library, though in none of its headers: the simplex tableau of a
// set, its vertex, what is seen in it, and whether a set holds a point.
struct isl_tab;
isl_tab *isl_tab_from_basic_set(isl_basic_set *set, int track);
isl_vec *isl_tab_get_sample_value(isl_tab *tab);
isl_basic_set *isl_basic_set_update_from_tab(isl_basic_set *set, isl_tab *tab);
void isl_tab_free(isl_tab *tab);
isl_bool isl_basic_set_contains(isl_basic_set *set, isl_vec *vec);

isl_vec *__real_isl_basic_set_sample_vec(isl_basic_set *set);
isl_vec *__wrap_isl_basic_set_sample_vec(isl_basic_set *set);
}

/// The vertex of the tableau of `set` if it is integral, an empty vector if
/// there is no rational point either; null where that does not decide it.
static isl_vec *sampleOfVertex(isl_basic_set *set) {
  isl_tab *tab = isl_tab_from_basic_set(set, /*track=*/0);
  isl_vec *vertex = tab ? isl_tab_get_sample_value(tab) : nullptr;
  isl_val *denominator = vertex ? isl_vec_get_element_val(vertex, 0) : nullptr;
  bool holds = denominator && isl_val_is_one(denominator) == isl_bool_true &&
               isl_basic_set_contains(set, vertex) == isl_bool_true;
  isl_val_free(denominator);
  if (!holds) {
    vertex = isl_vec_free(vertex);
    isl_basic_set *seen =
        tab ? isl_basic_set_update_from_tab(isl_basic_set_copy(set), tab)
            : nullptr;
    if (seen && isl_basic_set_plain_is_empty(seen) == isl_bool_true)
      vertex = isl_vec_alloc(isl_basic_set_get_ctx(set), 0);
    isl_basic_set_free(seen);
  }
  isl_tab_free(tab);
  return vertex;
}

extern "C" {

/// An integer point of `set`, an empty vector if there is none: what isl knows
/// emptiness by. Its own search begins with changes of variables, cones and
/// hulls; for 19 of 20 sets that are asked for, the first vertex of the simplex
/// method will do.
isl_vec *__wrap_isl_basic_set_sample_vec(isl_basic_set *set) {
  if (set && isl_basic_set_dim(set, isl_dim_div) == 0 &&
      isl_basic_set_dim(set, isl_dim_param) == 0 &&
      isl_basic_set_dim(set, isl_dim_set) > 0)
    if (isl_vec *sample = sampleOfVertex(set)) {
      isl_basic_set_free(set);
      return sample;
    }
  return __real_isl_basic_set_sample_vec(set);
}
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

extern "C" {

isl_val *__real_isl_aff_get_coefficient_val(isl_aff *aff, isl_dim_type type,
                                            int pos);
isl_val *__wrap_isl_aff_get_coefficient_val(isl_aff *aff, isl_dim_type type,
                                            int pos);

/// A coefficient of an expression. When isl builds the AST of an expression
/// with several divisions and cannot get the coefficient of a later one, it
/// frees what it has, and goes on with the part for the earlier ones. That the
/// budget has ended is therefore left for others to find.
isl_val *__wrap_isl_aff_get_coefficient_val(isl_aff *aff, isl_dim_type type,
                                            int pos) {
  isl_val *value = __real_isl_aff_get_coefficient_val(aff, type, pos);
  if (value || !aff)
    return value;
  isl_ctx *ctx = isl_aff_get_ctx(aff);
  polymem::InterruptScope uninterrupted(nullptr);
  unsigned long budget = isl_ctx_get_max_operations(ctx);
  isl_ctx_set_max_operations(ctx, 0);
  value = __real_isl_aff_get_coefficient_val(aff, type, pos);
  isl_ctx_set_max_operations(ctx, budget);
  return value;
}
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

extern "C" {

// In isl's library, though in none of its headers: the argument itself if
// nobody else has it, or else a copy; with each division once; and whether
// nothing is known of a division but constraints.
isl_basic_set *isl_basic_set_cow(isl_basic_set *set);
isl_basic_set *isl_basic_set_simplify(isl_basic_set *set);
isl_bool isl_basic_map_div_is_marked_unknown(isl_basic_map *map, int div);

isl_map *__real_isl_tab_basic_map_partial_lexopt(isl_basic_map *map,
                                                 isl_basic_set *domain,
                                                 isl_set **empty,
                                                 unsigned flags);
isl_map *__wrap_isl_tab_basic_map_partial_lexopt(isl_basic_map *map,
                                                 isl_basic_set *domain,
                                                 isl_set **empty,
                                                 unsigned flags);
isl_pw_multi_aff *__real_isl_tab_basic_map_partial_lexopt_pw_multi_aff(
    isl_basic_map *map, isl_basic_set *domain, isl_set **empty, unsigned flags);
isl_pw_multi_aff *__wrap_isl_tab_basic_map_partial_lexopt_pw_multi_aff(
    isl_basic_map *map, isl_basic_set *domain, isl_set **empty, unsigned flags);
}

/// Two of the set's divisions are the same.
static bool hasDivisionTwice(isl_basic_set *set) {
  isl_size count = isl_basic_set_dim(set, isl_dim_div);
  // For isl, a set is a map.
  auto isKnown = [&](int i) {
    return isl_basic_map_div_is_marked_unknown(
               reinterpret_cast<isl_basic_map *>(set), i) == isl_bool_false;
  };
  bool found = false;
  for (int i = 0; i < count && !found; ++i)
    for (int j = 0; j < i && !found; ++j) {
      if (!isKnown(i) || !isKnown(j))
        continue;
      isl_aff *one = isl_basic_set_get_div(set, i);
      isl_aff *other = isl_basic_set_get_div(set, j);
      found = isl_aff_plain_is_equal(one, other) == isl_bool_true;
      isl_aff_free(one);
      isl_aff_free(other);
    }
  return found;
}

/// The same set, with each division once.
static isl_basic_set *withDivisionsOnce(isl_basic_set *set) {
  if (!set || !hasDivisionTwice(set))
    return set;
  return isl_basic_set_simplify(isl_basic_set_cow(set));
}

extern "C" {

/// The lexicographic optimum of a map in a domain. isl looks for the divisions
/// of the domain in the map, which has each of them once; one that the domain
/// has twice it finds twice, and takes for two, so that those of the map alone
/// begin at -1.
isl_map *__wrap_isl_tab_basic_map_partial_lexopt(isl_basic_map *map,
                                                 isl_basic_set *domain,
                                                 isl_set **empty,
                                                 unsigned flags) {
  return __real_isl_tab_basic_map_partial_lexopt(map, withDivisionsOnce(domain),
                                                 empty, flags);
}

isl_pw_multi_aff *__wrap_isl_tab_basic_map_partial_lexopt_pw_multi_aff(
    isl_basic_map *map, isl_basic_set *domain, isl_set **empty,
    unsigned flags) {
  return __real_isl_tab_basic_map_partial_lexopt_pw_multi_aff(
      map, withDivisionsOnce(domain), empty, flags);
}
}
// NOLINTEND(bugprone-reserved-identifier)
