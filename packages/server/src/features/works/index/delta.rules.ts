/** A delta is asked row by row: past this many works and names it is slower than to build anew. */
export const largestDelta = 2_000
