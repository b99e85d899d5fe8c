/*
 * Playing alone, for processors with AVX2. No fused multiply-add: the figures are the same bits as
 * on the portable path.
 */
#include "processor.h"
#if MJ_X86
MJ_TARGET(MJ_AVX2)
#define MJ_SOLO_PATH mj_solo_avx2
#include "solo.inc"
MJ_TARGET_END
#endif
