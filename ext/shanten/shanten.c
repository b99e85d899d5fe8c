/* The choice between the paths. */
#include "shanten.h"

#include <string.h>

#include "processor.h"

const uint32_t mj_weight[MJ_KINDS] = {
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, /* m */
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, /* p */
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, /* s */
    1, 5, 25, 125, 625, 3125, 15625,                /* z */
};

static const mj_path *const paths[] = {
#if MJ_X86
    &mj_path_avx2,
    &mj_path_v2,
#endif
    &mj_path_portable,
};

#define N_PATHS (sizeof paths / sizeof paths[0])

const mj_path *mj_active = &mj_path_portable;

void mj_choose_path(void)
{
    mj_processor_open();
    for (size_t i = N_PATHS; i-- > 0;)
        if (paths[i]->supported())
            mj_active = paths[i];
}

int mj_use_path(const char *name)
{
    for (size_t i = 0; i < N_PATHS; i++)
        if (strcmp(paths[i]->name, name) == 0 && paths[i]->supported()) {
            mj_active = paths[i];
            return 0;
        }
    return -1;
}
