/*
 * All that compilers and processors differ in: what a compiler has built in, with plain C in its
 * place for those that lack it, and whether code for newer x86-64 processors can be compiled here.
 * No other file names a builtin, an attribute or a compiler (tests/test_kernel_build.py).
 */
#ifndef MJ_PROCESSOR_H
#define MJ_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>

/* MJ_PLAIN: do without anything built in, as an unknown compiler must; for tests. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(MJ_PLAIN)
#define MJ_BUILTINS 1
#else
#define MJ_BUILTINS 0
#endif

#if MJ_BUILTINS && defined(__x86_64__)
#define MJ_X86 1
#include <immintrin.h>
#else
#define MJ_X86 0
#endif

#if defined(__SSE2__) && !defined(MJ_PLAIN)
#define MJ_SSE2 1
#include <emmintrin.h>
#else
#define MJ_SSE2 0
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

#if MJ_X86
static inline void mj_processor_open(void) { __builtin_cpu_init(); }
static inline int mj_has_v2(void)
{
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
}
static inline int mj_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")
           && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
#else
static inline void mj_processor_open(void) {}
#endif

#if MJ_BUILTINS
#define MJ_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define MJ_ALWAYS_INLINE inline
#endif

/* How many bits are set. Paths for processors that count them have an instruction for it. */
static inline int mj_count_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(bits * 0x0101010101010101u >> 56);
}

/* The number of the lowest bit that is set; there is one. */
static inline int mj_lowest_bit(uint64_t bits)
{
#if MJ_BUILTINS
    return __builtin_ctzll(bits);
#else
    return mj_count_bits((bits & (0 - bits)) - 1);
#endif
}

/* Eight bytes as a number, and seven; the first byte lowest. */
static inline uint64_t mj_seven_bytes(const uint8_t *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24
           | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48;
}
static inline uint64_t mj_eight_bytes(const uint8_t *b)
{
    return mj_seven_bytes(b) | (uint64_t)b[7] << 56;
}

/* The lowest bit of each of eight bytes, as bits 0..7. */
static inline unsigned mj_low_bits(uint64_t bytes)
{
    return (unsigned)((bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* Have the line of memory at hand when it is asked for. */
static inline void mj_prefetch(const void *line)
{
#if MJ_BUILTINS
    __builtin_prefetch(line);
#else
    (void)line;
#endif
}

#endif
