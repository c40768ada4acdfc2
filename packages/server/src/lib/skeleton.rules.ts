/** Computes how a name looks: names drawn alike have the same skeleton (UTS 39), whatever letters they use. */
import { confusableCapitals, confusables } from './confusables.rules.ts'

/** Lowercase skeletons, one per way to write the name. */
export interface Skeletons {
  readonly small: string
  /** The name as typed, where `I` looks like `l` and `i` does not. */
  readonly typed: string
  readonly capital: string
}

/** Returns the skeletons of a name. Combining marks that form no letter with their base count only in the lowercase form. */
export function skeletonsOf(name: string): Skeletons {
  const bare = withoutStrayMarks(name.normalize('NFKC'))
  return {
    small: skeletonOf(name),
    typed: caseSensitiveSkeletonOf(bare),
    capital: caseSensitiveSkeletonOf(bare.toUpperCase()),
  }
}

/** Returns the skeleton of the lowercased name, because `I` and `l` look alike while `i` and `l` do not. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD')]
    .map((sign) => prototypes.get(sign) ?? sign)
    .join('')

const caseSensitiveSkeletonOf = (name: string): string =>
  skeletonOf([...name.normalize('NFD')].map((sign) => capitals.get(sign) ?? sign).join(''))

/** Removes marks of no script, and marks on letters whose script has none. Marks that NFKC composed into a letter stay. */
const withoutStrayMarks = (name: string): string =>
  name.replaceAll(marksOnUnmarkedScripts, '$1').replaceAll(marksOfNoScript, '')

const marksOnUnmarkedScripts =
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
