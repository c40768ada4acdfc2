/** Returns a part of a whole, from 0 to 1; 0 if the whole is 0. */
export const fractionOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0

/** Returns whether the space is low enough for a warning. */
export const isSpaceLow = (share: number): boolean => share >= 0.9
