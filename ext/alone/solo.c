/* The choice between the bodies of the search: that of the path in use. */
#include "search.h"

#include "processor.h"
#include "shanten/shanten.h"

int mj_solo(mj_solo_room *room, const mj_solo_request *request, const uint8_t *discards, int n,
            mj_solo_row *rows, mj_solo_work *work)
{
#if MJ_X86
    if (mj_active == &mj_path_avx2)
        return mj_search_avx2(room, request, discards, n, rows, work);
#endif
    return mj_search_portable(room, request, discards, n, rows, work);
}
