/** The LibriVox catalog as a catalog file: `node bench/sources/librivox.ts > librivox.jsonl`. */
import { type FeedWork, feedVersion } from '@koedana/contract/feed.ts'
import type { Language } from '@koedana/contract/values.ts'
import { type Recording, readRecordings } from './test-data.ts'

const languages: Readonly<Record<string, Language>> = {
  English: 'ENG',
  German: 'GER',
  French: 'FRE',
  Spanish: 'SPA',
  Chinese: 'CHI',
  Japanese: 'JPN',
  Italian: 'ITA',
  Portuguese: 'POR',
  Swedish: 'SWE',
  Korean: 'KO_KR',
}

/**
 * Maps a recording to a work: readers become artists, the author the maker, downloads the sales. It is in the public domain and for all
 * ages.
 */
export function feedWorkOf(recording: Recording): FeedWork {
  const { author, author_id, genre, published, language } = recording
  return {
    id: `KD${String(recording.id).padStart(8, '0')}`,
    name: recording.title,
    ageCategory: 'all',
    sales: recording.downloads,
    releaseDate: published?.slice(0, 10),
    languages: language ? [languages[language] ?? 'OTL'] : undefined,
    maker: author && author_id ? { id: `author-${author_id}`, name: author } : undefined,
    artists: recording.readers.map(({ id, name }) => ({ id: `reader-${id}`, name: name ?? `Reader ${id}` })),
    genres: genre ? [{ id: `genre-${genre}`, name: genre }] : undefined,
    duration: recording.duration,
    availability: 'own',
    createdAt: published ? `${published.replace(' ', 'T')}.000Z` : undefined,
  }
}

export function librivoxFeed(): string {
  const lines = [{ koedana: feedVersion }, ...readRecordings().map(feedWorkOf)]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

if (import.meta.main) process.stdout.write(librivoxFeed())
