/* The path for processors with AVX2. */
#include "processor.h"
#include "shanten.h"
#if MJ_X86
MJ_TARGET(MJ_AVX2)
#define MJ_SIMD 2
#define PATH(name) mj_##name##_avx2
#define PATH_NAME "avx2"
#include "path.inc"
MJ_TARGET_END
#endif
