/** Combines genre names from responses with the built-in ones. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { SourceNames } from '../../source.ts'
import { genreNames } from './known-genres.rules.ts'

/** Returns the built-in Japanese name, or the name in another language if there is none. */
export const knownGenreName = (id: string): string | undefined => Object.values(known.get(id) ?? {})[0]

/** Returns a source record with the names of the work and of its genres in further locales. */
export function withNames(work: FeedWork, results: readonly SourceNames[]): FeedWork {
  const named = results.flatMap(({ locale, name }): [string, string][] =>
    name === undefined || name === work.name ? [] : [[locale, name]],
  )
  const names = named.length > 0 ? { names: Object.fromEntries(named) } : {}
  const genres = work.genres?.map((genre) => ({ ...genre, names: namesOf(genre, results) }))
  return { ...work, ...names, ...(genres ? { genres } : {}) }
}

function namesOf({ id, name }: { id: string; name: string }, results: readonly SourceNames[]) {
  const said = results.flatMap(({ locale, genres }): [string, string][] => {
    const translated = genres.get(id)
    return translated === undefined ? [] : [[locale, translated]]
  })
  return { ...known.get(id), 'ja-JP': name, ...Object.fromEntries(said) }
}

const locales = ['ja-JP', 'en-US', 'zh-CN', 'zh-TW'] as const

const known: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  genreNames
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', ...names] = line.split('|')
      const pairs = locales.map((locale, i) => [locale, names[i] ?? '']).filter(([, name]) => name !== '')
      return [id, Object.fromEntries(pairs)]
    }),
)
