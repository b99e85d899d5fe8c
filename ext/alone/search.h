/* The bodies of mj_solo, one for each kind of processor: the same figures, to the last bit. */
#ifndef MJ_SEARCH_H
#define MJ_SEARCH_H

#include "solo.h"

typedef int mj_search(mj_solo_room *, const mj_solo_request *, const uint8_t *, int, mj_solo_row *,
                      mj_solo_work *);

mj_search mj_search_portable, mj_search_avx2;

#endif
