/**
 * A server's process is started with these. What is short-lived gets little memory: the collector would let it have some
 * hundred megabytes, and then take longer over them. So do the many heaps that the C library keeps for threads.
 */
export const serverFlags = ['--max-semi-space-size=8']

export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
