/* The path for processors with AVX2. */
#include "processor.h"
#if MJ_X86
#pragma GCC target("avx2,popcnt,bmi,bmi2,lzcnt")
#define MJ_SIMD 2
#define PATH(name) mj_##name##_avx2
#define PATH_NAME "avx2"
#include "path.inc"
#endif
