/** A test waits as long as this for what happens in the background: a busy machine is slow, and the cap only ends what hangs. */
export const patience = { timeout: 120_000, interval: 30 } as const
