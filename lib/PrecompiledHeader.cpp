// Owner of the shared precompiled header; see PrecompiledHeader.h.
