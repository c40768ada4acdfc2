/** How long open requests may take to finish. */
export const graceMs = 5_000
/** The process exits after this time in any case. Stored data is consistent at any moment. */
export const maxStopMs = 9_000
