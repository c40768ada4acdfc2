/** How a name looks: names that are drawn alike have one skeleton (UTS 39), whatever letters they are made of. */
import { confusableCapitals, confusables } from './confusables.rules.ts'

/** Skeletons in small letters, each of one way to write the name. */
export interface Skeletons {
  /** The name in small letters. */
  readonly small: string
  /** The name as it was typed, where `I` is an `l` and `i` is none. */
  readonly typed: string
  /** The name in capitals. */
  readonly capital: string
}

/** Marks that make no letter with the one below are distinguished in small letters alone. */
export function skeletonsOf(name: string): Skeletons {
  const bare = withoutStrayMarks(name.normalize('NFKC'))
  return {
    small: skeletonOf(name),
    typed: typedSkeletonOf(bare),
    capital: typedSkeletonOf(bare.toUpperCase()),
  }
}

/** Returns the skeleton in lower case, since `I` and `l` look alike and `i` and `l` do not. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD')]
    .map((sign) => prototypes.get(sign) ?? sign)
    .join('')

const typedSkeletonOf = (name: string): string =>
  skeletonOf([...name.normalize('NFD')].map((sign) => capitals.get(sign) ?? sign).join(''))

/** Strokes and dots of no script, and any upon letters whose own script has none: those that NFKC has not composed. */
const withoutStrayMarks = (name: string): string =>
  name.replaceAll(unmarkedWithMarks, '$1').replaceAll(marksOfNoScript, '')

const unmarkedWithMarks =
  /(^|[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Zyyy}])\p{M}+/gu
const marksOfNoScript = /(?=[\p{sc=Zinh}\p{sc=Zyyy}])\p{M}/gu

const tableOf = (entries: string): ReadonlyMap<string, string> =>
  new Map(
    entries.split(';').flatMap((entry) => {
      const [prototype = '', sources = ''] = entry.split(' ')
      return [...sources].map((source): [string, string] => [source, prototype])
    }),
  )

const prototypes = tableOf(confusables)
const capitals = tableOf(confusableCapitals)
