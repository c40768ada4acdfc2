/** A delta is asked row by row: past this many works and names it is slower than to build anew. */
export const largestDelta = 2_000

/** While a new generation is built, acts of people and restrictions still find room: slower lists are better than wrong ones. */
export const largestUrgentDelta = 4 * largestDelta
