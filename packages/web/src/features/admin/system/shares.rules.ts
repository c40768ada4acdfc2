/** Parts of a whole as 0 to 1; of nothing it is none. */
export const shareOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0

/** The room is worth a warning from here on. */
export const isTight = (share: number): boolean => share >= 0.9
