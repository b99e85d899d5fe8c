/* The path in plain C, for any processor. */
#define MJ_SIMD 0
#define PATH(name) mj_##name##_portable
#define PATH_NAME "portable"
#include "path.inc"
