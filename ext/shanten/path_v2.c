/* The path for x86-64-v2: SSSE3, SSE4.2 and POPCNT. */
#include "processor.h"
#include "shanten.h"
#if MJ_X86
MJ_TARGET(MJ_V2)
#define MJ_SIMD 1
#define PATH(name) mj_##name##_v2
#define PATH_NAME "v2"
#include "path.inc"
MJ_TARGET_END
#endif
