/**
 * The one table of what TypeScript hands to the compiled kernel: which word of a record means what. TypeScript writes by
 * it, and `scripts/kernel-layout.ts` makes `assembly/layout.ts` of it. A word has 32 bits; an address counts bytes.
 */
import { entityKinds, locales } from '@koedana/contract/values.ts'
import { directions, numberColumns, sampleShift, unknown } from '../model/generation.ts'
import { allAges } from '../model/query.ts'

/** Addresses and sizes of a generation. A record for each kind, column, order and language follows this head. */
export const Directory = {
  works: 0,
  /** The length of a bitset of works. */
  bitsetWords: 1,
  keys: 2,
  ages: 3,
  languages: 4,
  inLibrary: 5,
  hasLyrics: 6,
  /** The works of each age in turn. */
  age1: 7,
  age2: 8,
  age3: 9,
  /** Bitsets that a query may overwrite. */
  scratch: 10,
  candidates: 11,
  mostCandidates: 12,
  steps: 13,
  rangeBounds: 14,
  /** The longest page of the random order together with all that lies near its guessed position. */
  mostShuffled: 15,
} as const

export const Kind = {
  entities: 0,
  offsets: 1,
  ordinals: 2,
  denseIndex: 3,
  dense: 4,
  /** 0 if a work can have several. */
  single: 5,
  /** 0 if a work has one at most. */
  linkOffsets: 6,
  linkKeys: 7,
} as const

export const Column = {
  values: 0,
  ordinals: 1,
  isDescending: 2,
  /** Works from one cumulative bitmap to the next. */
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

/** A compiled query. Its ranges follow, then each list with its length before it: included, excluded, excluded works. */
export const Query = {
  mask: 0,
  /** How many works the mask has. */
  maskTotal: 1,
  /** The number of a stored order, or `randomSort`. */
  sort: 2,
  offset: 3,
  limit: 4,
  ages: 5,
  languages: 6,
  inLibrary: 7,
  hasLyrics: 8,
  /**
   * The position of the order at which the walk begins if nothing but the mask decides, and how many works it skips.
   */
  walkFrom: 9,
  walkSkip: 10,
  seed: 11,
  /** 0 for all editions; else the language, counted from 1, in whose order the best of them counts. */
  editions: 12,
  rangeCount: 13,
} as const

export const Range = { column: 0, min: 1, max: 2 } as const
export const Included = { kind: 0, isAny: 1, keyCount: 2 } as const
export const Excluded = { kind: 0, keyCount: 1 } as const
/** The bits of the flags of a query. */
export const Flag = { either: 0, set: 1, clear: 2 } as const
/** A bitset that is ANDed, or its complement. */
export const Step = { bits: 0, isComplement: 1 } as const

const wordsOf = (record: Readonly<Record<string, number>>): number => Object.keys(record).length
const storedSorts = Object.keys(directions)

/** The offsets in the directory of the records of each sort, and its length; all in words. */
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
  /** The order that is made from a seed comes after all that are stored. */
  randomSort: storedSorts.length,
  scratchBitsets: 16,
  mostSteps: 256,
  mostRanges: 64,
  /** The longest page end that a heap of ranks is kept for. */
  mostHeld: 256,
  /** Testing one work costs as much as this many steps of a walk. */
  lookCost: 3,
  /** Testing one of few works, each somewhere else in memory, costs as much as this many steps of a walk. */
  candidateCost: 8,
  /** Testing one of few works costs as much as clearing this many of a list. */
  gatheredShare: 4,
  /** If more than one work in this many matches, all editions that may give way are gone through, whether they match or not. */
  manyShare: 6,
  /** Gathering and sorting one work costs as much as this many steps of a walk. */
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

/** The exports of the module, beside `layoutVersion`. */
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

/** Another number for another table (FNV-1a): a module that was compiled for another one is not used. */
export const layoutVersion: number = [...JSON.stringify([records, constants, kernelFunctions])].reduce(
  (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x0100_0193),
  0x811c_9dc5 | 0,
)
