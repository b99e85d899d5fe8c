/*
 * Playing alone, for processors with AVX2. No fused multiply-add: the figures are the same bits as
 * on the portable path.
 */
#include "processor.h"
#if MJ_X86
#pragma GCC target("avx2,popcnt,bmi,bmi2,lzcnt")
#define MJ_SOLO_PATH mj_solo_avx2
#include "solo.inc"
#endif
