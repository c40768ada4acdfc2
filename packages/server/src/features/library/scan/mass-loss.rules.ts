/** When so much is gone at once that a disk is the likelier cause than somebody's wish. */

export interface Loss {
  /** Files of a storage, or works of the catalogue. */
  readonly lost: number
  readonly total: number
  /** Works they belong to. */
  readonly works: number
}

/** More than a tenth; a single work is somebody's wish in the smallest of libraries too. */
export const isMassLoss = ({ lost, total, works }: Loss): boolean => works > 1 && lost * 10 > total
