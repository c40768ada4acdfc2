/** The limits for polling background work in tests. Busy machines are slow, so the timeout only stops tests that hang. */
export const pollOptions = { timeout: 120_000, interval: 30 } as const
