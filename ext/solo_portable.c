/* Playing alone, for any processor. */
#define MJ_SOLO_PATH mj_solo_portable
#include "solo.inc"
