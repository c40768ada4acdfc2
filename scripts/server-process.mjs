/**
 * Flags and environment of a server process. The young generation is small: by default, V8 would let it grow to some hundred megabytes, and
 * then collect more slowly. The number of malloc arenas is small too, because glibc creates many for threads.
 */
export const serverFlags = ['--max-semi-space-size=8']

export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
