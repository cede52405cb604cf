/**
 * Node's options for the server. On a machine with much memory, V8 lets the heap grow before it collects. While 16
 * connections load pages of signed-in people, it grows to 658 MB without these options and to 358 MB with them.
 */
export const heapLimits = ['--max-old-space-size=1024', '--max-semi-space-size=16'];

/**
 * Settings of glibc, without effect elsewhere. By default it keeps memory of each thread that compresses pages: the server holds 408 MB instead of 309 MB
 * after 45 seconds of the pages' benchmark.
 */
export const allocatorEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
