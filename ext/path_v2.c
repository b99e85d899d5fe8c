/* The path for x86-64-v2: SSSE3, SSE4.2 and POPCNT. */
#include "processor.h"
#if MJ_X86
#pragma GCC target("sse4.2,popcnt")
#define MJ_SIMD 1
#define PATH(name) mj_##name##_v2
#define PATH_NAME "v2"
#include "path.inc"
#endif
