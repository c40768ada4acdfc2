/** Parses what is typed into a search box as terms: words and "phrases" that must be found, `-` before those that must not. */
import { fold } from './fold.rules.ts'
import { kanaOfRomaji } from './romaji.rules.ts'

export interface Term {
  /** Folded; any of them is enough: the word itself, and its kana if it is romaji. */
  readonly spellings: readonly string[]
  readonly isExcluded: boolean
}

export interface Terms {
  readonly terms: readonly Term[]
  /** All that is wanted as one text, in each spelling: a title that is just this is the best match. */
  readonly wholes: readonly string[]
}

/** Returns no terms if nothing but signs of the syntax was typed. */
export function termsOf(text: string): Terms {
  if (text === '') return noTerms
  const terms: Term[] = []
  for (const { word, isExcluded } of wordsOf(text)) {
    const spellings = spellingsOf(word)
    if (spellings.length > 0 && terms.length < mostTerms) terms.push({ spellings, isExcluded })
  }
  const wanted = terms.filter((term) => !term.isExcluded)
  return { terms, wholes: wholesOf(wanted) }
}

/** Most lists are no search. */
const noTerms: Terms = { terms: [], wholes: [] }

/** Each term costs a run over the index; nobody types more. */
const mostTerms = 40

function* wordsOf(text: string): Iterable<{ word: string; isExcluded: boolean }> {
  // Signs of the syntax in their wide forms are meant as such; letters keep their accents, which romaji needs.
  const plain = text
    .replaceAll(/[＂“”„]/g, '"')
    .replaceAll('　', ' ')
    .replaceAll('－', '-')
  for (const [, sign, phrase, word] of plain.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    const found = phrase ?? word ?? ''
    // A sign without a word is nothing yet.
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
