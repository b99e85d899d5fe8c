/* Whether the paths for x86-64 can be compiled here, and how a file says which one it is for. */
#ifndef MJ_PROCESSOR_H
#define MJ_PROCESSOR_H

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(MJ_PORTABLE_ONLY)
#define MJ_X86 1
#include <immintrin.h>
#else
#define MJ_X86 0
#endif

/* Functions between MJ_TARGET and MJ_TARGET_END may use these features. */
#define MJ_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define MJ_TARGET(features) \
    MJ_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define MJ_TARGET_END MJ_PRAGMA(clang attribute pop)
#else
#define MJ_TARGET(features) MJ_PRAGMA(GCC target(features))
#define MJ_TARGET_END
#endif

#define MJ_V2 "sse4.2,popcnt"
#define MJ_AVX2 "avx2,popcnt,bmi,bmi2"

#endif
