"""Faults on purpose, for the build with sanitizers only: does it see them?

The same flags as the kernel's, in an extension of its own, which nothing but ``check_planted.py``
imports. Each function is right up to a place and wrong beyond it.
"""

cdef extern from *:
    """
    #include <stdlib.h>
    static int planted_heap(int place)
    {
        int *volatile row = calloc(8, sizeof *row);
        int found = row[place];
        free(row);
        return found;
    }
    static int planted_release(int times)
    {
        char *volatile row = malloc(8);
        for (int i = 0; i < times; i++) free(row);
        return times;
    }
    static int planted_stack(int place)
    {
        volatile int row[8] = {0};
        return row[place];
    }
    static int planted_numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static int planted_table(int place) { return planted_numbers[place]; }
    static int planted_total(int number) { return number + 1; }
    static int planted_shift(int places) { return 1 << places; }
    """
    int planted_heap(int place) noexcept
    int planted_release(int times) noexcept
    int planted_stack(int place) noexcept
    int planted_table(int place) noexcept
    int planted_total(int number) noexcept
    int planted_shift(int places) noexcept


def heap(int place):
    """Read one of eight numbers on the heap: 0 to 7."""
    return planted_heap(place)


def given(int place):
    """Read one of eight bytes that Python keeps, as it does hands: 0 to 7, and the 0 behind them."""
    cdef const unsigned char[:] row = bytes(8)
    return (&row[0])[place]


def release(int times):
    """Give memory back: once."""
    return planted_release(times)


def stack(int place):
    """Read one of eight numbers on the stack: 0 to 7."""
    return planted_stack(place)


def table(int place):
    """Read one of eight numbers of a table, as the kernel has many: 0 to 7."""
    return planted_table(place)


def total(int number):
    """Add one to a number: less than 2**31 - 1."""
    return planted_total(number)


def shift(int places):
    """Shift one to the left: up to 30."""
    return planted_shift(places)
