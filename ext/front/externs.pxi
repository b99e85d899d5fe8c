# What the C below offers.

cdef extern from "tables/tables.h" nogil:
    ctypedef struct mj_table_sizes:
        size_t stored_bytes, expanded_bytes
        int suit_classes, honor_classes, suit_pair_classes, mixed_classes
    enum:
        MJ_SUIT_VECTORS
        MJ_HONOR_VECTORS
        MJ_FREE
    uint8_t mj_suit_class[]
    uint8_t mj_honor_class[]
    uint8_t mj_suit_vector[][16]
    uint8_t mj_honor_vector[][16]
    int mj_tables_open()
    int mj_tables_open_any()
    mj_table_sizes mj_tables_sizes()


cdef extern from "shanten/shanten.h" nogil:
    enum:
        STANDARD "MJ_STANDARD"
        ORPHANS "MJ_ORPHANS"
        PAIRS "MJ_PAIRS"
        QUAD_PAIRS "MJ_QUAD_PAIRS"
        ALL_FORMS "MJ_ALL_FORMS"
    ctypedef struct mj_path:
        const char* name
        int (*missing)(const uint8_t*, int, int) noexcept nogil
        uint64_t (*useful)(const uint8_t*, int, int) noexcept nogil
        int (*check)(const uint8_t*, int) noexcept nogil
        int (*shanten_checked)(const uint8_t*, int, int) noexcept nogil
        int (*wild_shanten_checked)(const uint8_t*, int, int, int, int) noexcept nogil
        Py_ssize_t (*shanten_rows)(const uint8_t*, Py_ssize_t, int, int, int8_t*) noexcept nogil
        Py_ssize_t (*useful_rows)(const uint8_t*, Py_ssize_t, int, int, uint64_t*) noexcept nogil
        int (*discards)(const uint8_t*, int, int, uint8_t*, int8_t*, uint64_t*) noexcept nogil
    const mj_path* mj_active
    const uint32_t mj_weight[34]
    void mj_choose_path()
    int mj_use_path(const char*)


cdef extern from "processor.h" nogil:
    int mj_lowest_bit(uint64_t)


cdef extern from "shanten/limited.h" nogil:
    int mj_limited_missing(const uint8_t*, const uint8_t*, int, int)
    uint64_t mj_limited_useful(const uint8_t*, const uint8_t*, int, int, int*)
    int mj_limited_discards(
        const uint8_t*, const uint8_t*, int, int, uint8_t*, int8_t*, uint64_t*)
    int mj_limited_nearest(
        const uint8_t*, const uint8_t*, int, int, uint8_t*, uint64_t*, int*)
    void mj_completing(const uint8_t*, const uint8_t*, int, int, uint64_t*, uint64_t*)


cdef extern from "readings/readings.h" nogil:
    enum:
        MJ_CHOW
        MJ_PUNG
        MJ_EXPOSED_KONG
        MJ_ADDED_KONG
        MJ_CONCEALED_KONG
        MJ_PAIR
        MJ_THIRTEEN
        MJ_MAX_READINGS
    ctypedef struct mj_reading:
        uint8_t length
        uint8_t code[7]
    int mj_readings(const uint8_t*, int, int, mj_reading*)
    int mj_part_readings(int, const uint8_t*, mj_reading*)
    int mj_has_reading(const uint8_t*, int, int)


cdef extern from "readings/facts.h" nogil:
    enum:
        MJ_FORM_PAIRS
        MJ_FORM_ORPHANS
    ctypedef struct mj_fact_field:
        const char* name
        int shift, width
    ctypedef struct mj_part:
        pass
    const mj_fact_field* mj_fact_fields
    int mj_n_fact_fields
    uint64_t mj_together(uint64_t, uint64_t)
    mj_part mj_part_open(int, const uint8_t*, const uint8_t*, int, int)
    int mj_part_words(const mj_part*, uint64_t*)
    int mj_words_sorted(uint64_t*, int)
    uint64_t mj_part_without_sets(const mj_part*, int)
    int mj_facts(const uint8_t*, const uint8_t*, int, int, int, uint64_t*)


cdef extern from "readings/rows.h" nogil:
    enum:
        MJ_N_QUESTIONS
        MJ_N_TEXTS
        MJ_MAX_SIGHTS
    ctypedef struct mj_ask:
        uint64_t kinds
        uint8_t what
    ctypedef struct mj_plan:
        int n_asks
    ctypedef struct mj_sight:
        uint8_t reading, place
    const char* mj_question_names[]
    const char* mj_texts[]
    int mj_plan_open(mj_plan*, mj_ask*, int)
    int mj_sights(const uint8_t*, const uint8_t*, int, int, int, int, const mj_plan*, mj_sight*,
                  uint64_t*, uint8_t*)


cdef extern from "census/census.h" nogil:
    ctypedef struct mj_census:
        pass
    ctypedef struct mj_walk:
        pass
    ctypedef struct mj_side:
        const uint32_t* rank
        const uint32_t* result
    ctypedef struct mj_change:
        int64_t best[2]
        uint64_t hands, ways
        uint8_t example[34]
        uint8_t win
    mj_census* mj_census_new(const mj_plan*, int)
    void mj_census_free(mj_census*)
    mj_walk* mj_walk_new(const mj_census*, int, int)
    void mj_walk_free(mj_walk*)
    Py_ssize_t mj_walk_find(mj_walk*)
    const uint64_t* mj_walk_words(const mj_walk*)
    const uint8_t* mj_walk_answers(const mj_walk*)
    Py_ssize_t mj_walk_count(mj_walk*, const mj_side*, uint64_t*)
    const mj_change* mj_walk_changes(const mj_walk*)


cdef extern from "census/wild_census.h" nogil:
    enum:
        MJ_CENSUS_WILDS
    ctypedef struct mj_wild_plan:
        const mj_plan* plan
        int forms, wilds, any_copies, plain
        uint64_t become, drawn
    ctypedef struct mj_wild_census:
        pass
    ctypedef struct mj_wild_walk:
        pass
    mj_wild_census* mj_wild_census_new(const mj_wild_plan*)
    void mj_wild_census_free(mj_wild_census*)
    mj_wild_walk* mj_wild_walk_new(const mj_wild_census*, int, int)
    void mj_wild_walk_free(mj_wild_walk*)
    Py_ssize_t mj_wild_walk_find(mj_wild_walk*)
    const uint64_t* mj_wild_walk_words(const mj_wild_walk*)
    const uint8_t* mj_wild_walk_answers(const mj_wild_walk*)
    const uint8_t* mj_wild_walk_plain(const mj_wild_walk*)
    Py_ssize_t mj_wild_walk_count(mj_wild_walk*, const mj_side*, const uint32_t*, uint64_t*)
    const mj_change* mj_wild_walk_changes(const mj_wild_walk*)


cdef extern from "alone/solo.h" nogil:
    enum:
        MJ_MOST_DRAWS
        MJ_MOST_SWAPS
        MJ_CORES_FROM
    ctypedef struct mj_points:
        double (*miss)(void*, uint64_t) noexcept
        double (*whole)(void*, const uint8_t*, int) noexcept
        void* context
    enum:
        MJ_WILD
        MJ_ANY_ALIKE
    ctypedef struct mj_solo_request:
        const uint8_t *counts
        const uint8_t *used
        const uint8_t *limits
        const uint8_t *left
        const uint8_t *fixed
        int sets, forms, draws, swaps, wild, any, cores_from, figures
        uint64_t lacks
        uint32_t budget
        mj_points* points
    ctypedef struct mj_solo_row:
        double figure[3]
        uint8_t known
    ctypedef struct mj_solo_work:
        uint32_t hands, parts, rows
    ctypedef struct mj_solo_room:
        pass
    int mj_points_open(mj_points*)
    void mj_points_close(mj_points*)
    mj_solo_room* mj_solo_room_new()
    void mj_solo_room_free(mj_solo_room*)
    int mj_solo(mj_solo_room*, const mj_solo_request*, const uint8_t*, int, mj_solo_row*,
                mj_solo_work*)


cdef extern from "distance/distance.h" nogil:
    enum:
        MJ_OUT_OF_REACH
    ctypedef struct mj_wish:
        uint64_t chows, pungs, pairs, wanted_pungs
        int wanted_pair, some_suit, some_honor
    int mj_wish_missing(const uint8_t*, const uint8_t*, int, const mj_wish*)
    uint64_t mj_wish_useful(
        const uint8_t*, const uint8_t*, const uint8_t*, int, const mj_wish*, int)


cdef extern from "wilds/wild_sights.h" nogil:
    enum:
        MJ_MOST_WILDS
    ctypedef struct mj_wild_hand:
        const uint8_t* naturals
        const uint8_t* fixed
        int n_fixed, forms, given, wilds, win, win_at, any
        uint64_t lacks
        const mj_plan* plan
    ctypedef struct mj_wild_room:
        pass
    mj_wild_room* mj_wild_room_new()
    void mj_wild_room_free(mj_wild_room*)
    Py_ssize_t mj_wild_sights(mj_wild_room*, const mj_wild_hand*)
    uint64_t mj_wild_word(const mj_wild_room*, Py_ssize_t)
    const uint8_t* mj_wild_answers(const mj_wild_room*, Py_ssize_t)
    const uint8_t* mj_wild_assignment(const mj_wild_room*, Py_ssize_t)


cdef extern from "wilds/assignments.h" nogil:
    ctypedef struct mj_assignments:
        pass
    mj_assignments* mj_assignments_of(const mj_wild_hand*)
    void mj_assignments_free(mj_assignments*)
    uint64_t mj_assignments_count(const mj_assignments*)
    int mj_assignments_each(
        const mj_assignments*, int (*)(void*, const uint8_t*) noexcept with gil, void*)


cdef extern from "shanten/nearness.h" nogil:
    ctypedef struct mj_wild_held:
        const uint8_t* naturals
        const uint8_t* used
        int sets, forms, wilds, any
        uint64_t lacks
    int mj_wild_missing(const mj_wild_held*)
    uint64_t mj_wild_useful(const mj_wild_held*, int*)
    int mj_wild_discards(const mj_wild_held*, uint8_t*, int8_t*, uint64_t*)
    void mj_wild_completing(const mj_wild_held*, uint64_t*, uint64_t*)
