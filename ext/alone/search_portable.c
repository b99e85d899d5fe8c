/* Playing alone, for any processor. */
#define MJ_SEARCH mj_search_portable
#include "whole.inc"
