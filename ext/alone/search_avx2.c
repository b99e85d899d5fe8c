/* Playing alone, for processors with AVX2; without fused products and sums, so the same figures. */
#include "processor.h"
#if MJ_X86
MJ_TARGET(MJ_AVX2)
#define MJ_SEARCH mj_search_avx2
#include "whole.inc"
MJ_TARGET_END
#endif
