/** Parses search input into terms: words and "phrases" that must match, and words after `-` that must not. */
import { fold } from './fold.rules.ts'
import { kanaOfRomaji } from './romaji.rules.ts'

export interface Term {
  /** Folded alternatives: the word itself, and its kana if it is romaji. */
  readonly spellings: readonly string[]
  readonly isExcluded: boolean
}

export interface Terms {
  readonly terms: readonly Term[]
  /** All wanted terms as one text, in each spelling: a title that equals it is the best match. */
  readonly wholes: readonly string[]
}

/** Returns no terms if the text has only syntax characters. */
export function termsOf(text: string): Terms {
  if (text === '') return noTerms
  const terms: Term[] = []
  for (const { word, isExcluded } of wordsOf(text)) {
    const spellings = spellingsOf(word)
    if (spellings.length > 0 && terms.length < maxTerms) terms.push({ spellings, isExcluded })
  }
  const wanted = terms.filter((term) => !term.isExcluded)
  return { terms, wholes: wholesOf(wanted) }
}

/** Shared, because most lists have no search. */
const noTerms: Terms = { terms: [], wholes: [] }

/** Safety limit: each term costs a pass over the index. */
const maxTerms = 40

function* wordsOf(text: string): Iterable<{ word: string; isExcluded: boolean }> {
  // Full-width syntax characters count as syntax; letters keep their accents, which romaji needs.
  const plain = text
    .replaceAll(/[＂“”„]/g, '"')
    .replaceAll('　', ' ')
    .replaceAll('－', '-')
  for (const [, sign, phrase, word] of plain.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    const found = phrase ?? word ?? ''
    // A sign without a word is incomplete input.
    if (!/^-*$/.test(found)) yield { word: found, isExcluded: sign === '-' }
  }
}

function spellingsOf(word: string): string[] {
  const folded = fold(word)
  const kana = /^[\sa-zāâīîūûēêōô'’-]+$/i.test(word.normalize('NFKC'))
    ? kanaOfRomaji(word.normalize('NFKC'))
    : undefined
  return [...new Set([folded, ...(kana === undefined ? [] : [fold(kana)])])].filter((text) => text !== '')
}

function wholesOf(wanted: readonly Term[]): string[] {
  if (wanted.length === 0) return []
  const literal = wanted.map(({ spellings }) => spellings[0]).join(' ')
  const kana = wanted.map(({ spellings }) => spellings.at(-1)).join('')
  return [...new Set([literal, kana])]
}
