/* Whether the paths for x86-64 can be compiled here. */
#ifndef MJ_PROCESSOR_H
#define MJ_PROCESSOR_H

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(MJ_PORTABLE_ONLY)
#define MJ_X86 1
#else
#define MJ_X86 0
#endif

#endif
