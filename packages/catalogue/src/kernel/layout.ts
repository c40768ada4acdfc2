/**
 * The layout of the records that TypeScript passes to the compiled kernel. `scripts/kernel-layout.ts` generates `assembly/layout.ts` from
 * it.
 * Records consist of 32-bit words; addresses are in bytes.
 */
import { entityKinds, locales } from '@koedana/contract/values.ts'
import { directions, numberColumns, sampleShift, unknown } from '../model/generation.ts'
import { allAges } from '../model/query.ts'

/** Addresses and sizes of a generation. A record for each kind, column, order and locale follows. */
export const Directory = {
  works: 0,
  /** The length of a bitset of works. */
  bitsetWords: 1,
  keys: 2,
  ages: 3,
  languages: 4,
  inLibrary: 5,
  hasLyrics: 6,
  age1: 7,
  age2: 8,
  age3: 9,
  /** Bitsets that a query may overwrite. */
  scratch: 10,
  candidates: 11,
  maxCandidates: 12,
  steps: 13,
  rangeBounds: 14,
  /** The room for numbers of the random order: the longest page plus the numbers near its estimated position. */
  maxShuffled: 15,
} as const

export const Kind = {
  entities: 0,
  offsets: 1,
  ordinals: 2,
  denseIndex: 3,
  dense: 4,
  /** The column of keys; 0 if a work can have several. */
  single: 5,
  /** 0 if a work has at most one. */
  linkOffsets: 6,
  linkKeys: 7,
} as const

export const Column = {
  values: 0,
  ordinals: 1,
  isDescending: 2,
  /** Number of works from one cumulative bitmap to the next. */
  stride: 3,
  bitmapCount: 4,
  bitmaps: 5,
  samples: 6,
  sampleCount: 7,
} as const

export const Order = { ordinals: 0, ranks: 1 } as const

export const Editions = {
  bits: 0,
  before: 1,
  better: 2,
  worse: 3,
  pairCount: 4,
  chained: 5,
  chainedCount: 6,
} as const

/** A compiled query. Its ranges follow, then three lists, each after its length: included, excluded and excluded works. */
export const Query = {
  mask: 0,
  maskTotal: 1,
  /** The index of a stored order, or `randomSort`. */
  sort: 2,
  offset: 3,
  limit: 4,
  ages: 5,
  languages: 6,
  inLibrary: 7,
  hasLyrics: 8,
  /** If only the mask filters: the position in the order at which the walk starts, and how many works it skips. */
  walkFrom: 9,
  walkSkip: 10,
  seed: 11,
  /** 0 for all editions; else the locale, counted from 1, whose preferred editions are shown. */
  editions: 12,
  rangeCount: 13,
} as const

export const Range = { column: 0, min: 1, max: 2 } as const
export const Included = { kind: 0, isAny: 1, keyCount: 2 } as const
export const Excluded = { kind: 0, keyCount: 1 } as const
/** Values of the flags of a query. */
export const Flag = { either: 0, set: 1, clear: 2 } as const
/** A bitset that is ANDed, or whose complement is ANDed. */
export const Step = { bits: 0, isComplement: 1 } as const

const wordsOf = (record: Readonly<Record<string, number>>): number => Object.keys(record).length
const storedSorts = Object.keys(directions)

/** Offsets of the records in the directory, and its length, in words. */
const kindsAt = wordsOf(Directory)
const columnsAt = kindsAt + entityKinds.length * wordsOf(Kind)
const ordersAt = columnsAt + numberColumns.length * wordsOf(Column)
const editionOrdersAt = ordersAt + storedSorts.length * wordsOf(Order)

export const constants = {
  unknown,
  allAges,
  sampleShift,
  kindsAt,
  kindWords: wordsOf(Kind),
  columnsAt,
  columnWords: wordsOf(Column),
  ordersAt,
  orderWords: wordsOf(Order),
  editionOrdersAt,
  editionsWords: wordsOf(Editions),
  directoryWords: editionOrdersAt + locales.length * wordsOf(Editions),
  queryWords: wordsOf(Query),
  rangeWords: wordsOf(Range),
  includedWords: wordsOf(Included),
  excludedWords: wordsOf(Excluded),
  stepWords: wordsOf(Step),
  /** The random order is numbered after all stored orders. */
  randomSort: storedSorts.length,
  scratchBitsets: 16,
  maxSteps: 256,
  maxRanges: 64,
  /** The maximum end of a page that is found with a heap of ranks. */
  maxHeld: 256,
  /** Cost of testing one work, in steps of a walk. */
  lookCost: 3,
  /** Cost of testing one candidate, in steps of a walk: candidates are scattered in memory. */
  candidateCost: 8,
  /** Testing one candidate costs as much as clearing this many works of a list. */
  gatheredShare: 4,
  /** If more than one work in this many matches, the kernel checks all editions that have a better one, matching or not. */
  manyShare: 6,
  /** Cost of gathering and sorting one work, in steps of a walk. */
  sortCost: 40,
} as const

export const records = {
  Directory,
  Kind,
  Column,
  Order,
  Editions,
  Query,
  Range,
  Included,
  Excluded,
  Flag,
  Step,
} as const

/** The functions that the module exports; it also exports `layoutVersion`. */
export const kernelFunctions = [
  'and',
  'andNot',
  'or',
  'count',
  'countBoth',
  'countList',
  'countPacked',
  'setAll',
  'clearAll',
  'keepBits',
  'keepFirst',
  'ordinals',
  'take',
  'least',
  'countColumn',
  'countLinks',
  'countLists',
  'sumColumn',
  'sumLinks',
  'setPacked',
  'setMatching',
  'setAdjacent',
  'setStarting',
  'addBits',
  'addList',
  'addPacked',
  'best',
  'sizePacked',
  'addBoth',
  'keepScores',
  'clearScores',
  'membersBeside',
  'addListsBeside',
  'addNumbersBeside',
  'list',
] as const

/** Hash of the layout (FNV-1a). A module compiled for another layout is not used. */
export const layoutVersion: number = [...JSON.stringify([records, constants, kernelFunctions])].reduce(
  (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x0100_0193),
  0x811c_9dc5 | 0,
)
