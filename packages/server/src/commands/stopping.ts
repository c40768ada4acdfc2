/** How long a server takes to stop. */

/** Requests under way may be finished; after that nobody is waited for. */
export const graceMs = 5_000
/** A program that is stopped has ended by then, whatever goes on: what is stored is whole at any moment. */
export const longestStopMs = 9_000
