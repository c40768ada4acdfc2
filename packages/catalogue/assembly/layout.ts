/** Made by scripts/kernel-layout.ts from src/kernel/layout.ts, which documents them. */

/** Compared with that of the table when the module is loaded. */
export const layoutVersion: i32 = -1517526921

export const enum Directory {
  works = 0,
  bitsetWords = 1,
  keys = 2,
  ages = 3,
  languages = 4,
  inLibrary = 5,
  hasLyrics = 6,
  age1 = 7,
  age2 = 8,
  age3 = 9,
  scratch = 10,
  candidates = 11,
  maxCandidates = 12,
  steps = 13,
  rangeBounds = 14,
  maxShuffled = 15,
}

export const enum Kind {
  entities = 0,
  offsets = 1,
  ordinals = 2,
  denseIndex = 3,
  dense = 4,
  single = 5,
  linkOffsets = 6,
  linkKeys = 7,
}

export const enum Column {
  values = 0,
  ordinals = 1,
  isDescending = 2,
  stride = 3,
  bitmapCount = 4,
  bitmaps = 5,
  samples = 6,
  sampleCount = 7,
}

export const enum Order {
  ordinals = 0,
  ranks = 1,
}

export const enum Editions {
  bits = 0,
  before = 1,
  better = 2,
  worse = 3,
  pairCount = 4,
  chained = 5,
  chainedCount = 6,
}

export const enum Query {
  mask = 0,
  maskTotal = 1,
  sort = 2,
  offset = 3,
  limit = 4,
  ages = 5,
  languages = 6,
  inLibrary = 7,
  hasLyrics = 8,
  walkFrom = 9,
  walkSkip = 10,
  seed = 11,
  editions = 12,
  rangeCount = 13,
}

export const enum Range {
  column = 0,
  min = 1,
  max = 2,
}

export const enum Included {
  kind = 0,
  isAny = 1,
  keyCount = 2,
}

export const enum Excluded {
  kind = 0,
  keyCount = 1,
}

export const enum Flag {
  either = 0,
  set = 1,
  clear = 2,
}

export const enum Step {
  bits = 0,
  isComplement = 1,
}

// @ts-expect-error: decorator
@inline export const unknown: i32 = -2147483648
// @ts-expect-error: decorator
@inline export const allAges: u32 = 14
// @ts-expect-error: decorator
@inline export const sampleShift: u32 = 8
// @ts-expect-error: decorator
@inline export const kindsAt: u32 = 16
// @ts-expect-error: decorator
@inline export const kindWords: u32 = 8
// @ts-expect-error: decorator
@inline export const columnsAt: u32 = 56
// @ts-expect-error: decorator
@inline export const columnWords: u32 = 8
// @ts-expect-error: decorator
@inline export const ordersAt: u32 = 120
// @ts-expect-error: decorator
@inline export const orderWords: u32 = 2
// @ts-expect-error: decorator
@inline export const editionOrdersAt: u32 = 146
// @ts-expect-error: decorator
@inline export const editionsWords: u32 = 7
// @ts-expect-error: decorator
@inline export const directoryWords: u32 = 167
// @ts-expect-error: decorator
@inline export const queryWords: u32 = 14
// @ts-expect-error: decorator
@inline export const rangeWords: u32 = 3
// @ts-expect-error: decorator
@inline export const includedWords: u32 = 3
// @ts-expect-error: decorator
@inline export const excludedWords: u32 = 2
// @ts-expect-error: decorator
@inline export const stepWords: u32 = 2
// @ts-expect-error: decorator
@inline export const randomSort: u32 = 13
// @ts-expect-error: decorator
@inline export const scratchBitsets: u32 = 16
// @ts-expect-error: decorator
@inline export const maxSteps: u32 = 256
// @ts-expect-error: decorator
@inline export const maxRanges: u32 = 64
// @ts-expect-error: decorator
@inline export const maxHeld: u32 = 256
// @ts-expect-error: decorator
@inline export const lookCost: u32 = 3
// @ts-expect-error: decorator
@inline export const candidateCost: u32 = 8
// @ts-expect-error: decorator
@inline export const gatheredShare: u32 = 4
// @ts-expect-error: decorator
@inline export const manyShare: u32 = 6
// @ts-expect-error: decorator
@inline export const sortCost: u32 = 40
