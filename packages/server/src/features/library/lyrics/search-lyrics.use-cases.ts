/** Searches the lines of lyrics, for every API. Works that the viewer may not see are neither found nor counted. */
import { termsOf } from '@koedana/catalogue/text/terms.rules.ts'
import { unfold } from '@koedana/catalogue/text/unfold.rules.ts'
import type { SpokenLine } from '@koedana/contract/lyrics.ts'
import { defaultPageSize, type ViewerFilters } from '@koedana/contract/values.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { WorkSources } from '../../works/viewers.ts'
import { linksFor, type MediaSources } from '../media/links.ts'
import { arrangeTracks } from '../media/preferred.rules.ts'
import { listTracks, type TrackRow } from '../media/tracks.store.ts'
import { findCues, listTrackTexts, type TrackText } from './lyrics.store.ts'
import type { LyricsTerm } from './search/segment.rules.ts'
import type { MatchedText, SpokenIndex, SpokenSearchResult } from './search/spoken-index.ts'

export interface SpokenSearchSources extends WorkSources, MediaSources {
  readonly spoken: SpokenIndex
}

interface SpokenSearchInput {
  readonly q: string
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly choices?: ViewerFilters
}

export interface LineResult {
  readonly line: Omit<SpokenLine, 'work'>
  /** The work as JSON. */
  readonly work: Buffer
}

export interface LineResults {
  readonly items: readonly LineResult[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly isComplete: boolean
}

const noResults: SpokenSearchResult = { texts: [], isComplete: true }
const maxTerms = 8
const maxTermLength = 64

/** Returns search terms of at least two characters, parsed like a search for works. */
export function spokenTerms(q: string): LyricsTerm[] {
  return termsOf(q)
    .terms.map(({ spellings, isExcluded }) => ({
      spellings: spellings.map((text) => text.slice(0, maxTermLength)).filter((text) => text.length > 1),
      isExcluded,
    }))
    .filter(({ spellings }) => spellings.length > 0)
    .slice(0, maxTerms)
}

export async function searchLyrics(
  sources: SpokenSearchSources,
  { q, page = 1, pageSize = defaultPageSize, choices }: SpokenSearchInput,
  context: Context,
): Promise<LineResults> {
  if (!linksFor(sources, context)) throw new AppError('forbidden')
  const terms = spokenTerms(q)
  const isSought = terms.some(({ isExcluded }) => !isExcluded)
  const { texts: found, isComplete } = isSought ? await sources.spoken.find(terms) : noResults
  const viewer = sources.viewers.viewer(context, choices)
  const works = new Set(
    sources.catalogue.current().visible([...new Set(found.map(({ workKey }) => workKey))], viewer),
  )
  const visible = found.filter(({ workKey }) => works.has(workKey))
  const total = visible.reduce((sum, { lines }) => sum + lines.length, 0)
  const wanted = pageOfLines(visible, (page - 1) * pageSize, pageSize)
  const items = await readLines(sources, wanted, { terms, choices, context })
  return { items, total, page, pageSize, isComplete }
}

interface LineReference {
  readonly key: number
  readonly workKey: number
  readonly cue: number
}

function pageOfLines(texts: readonly MatchedText[], start: number, length: number): LineReference[] {
  const wanted: LineReference[] = []
  let passed = 0
  for (const { key, workKey, lines, firstLine } of texts) {
    const from = Math.max(0, start - passed)
    for (let at = from; at < lines.length && wanted.length < length; at += 1)
      wanted.push({ key, workKey, cue: (lines[at] ?? 0) - firstLine })
    passed += lines.length
    if (wanted.length >= length) break
  }
  return wanted
}

interface LineQuery {
  readonly terms: readonly LyricsTerm[]
  readonly choices: ViewerFilters | undefined
  readonly context: Context
}

/** Reads the lines from the database. Rows may be newer than the index: lines that were deleted or hidden since are left out. */
async function readLines(
  sources: SpokenSearchSources,
  wanted: readonly LineReference[],
  { terms, choices, context }: LineQuery,
): Promise<LineResult[]> {
  const works = [...new Set(wanted.map(({ workKey }) => workKey))]
  const cards = await sources.cards.find(works, sources.viewers.cardView(context, choices))
  const cardOf = new Map(works.map((key, at) => [key, cards[at]]))
  const cues = await findCues(sources.db, [...new Set(wanted.map(({ key }) => key))])
  const tracks = await tracksOf(sources, works)
  return wanted.flatMap(({ key, workKey, cue: at }) => {
    const [cue, work, source] = [cues.get(key)?.[at], cardOf.get(workKey), tracks.get(key)]
    if (!cue || !work || !source) return []
    const { text, track } = source
    const line = {
      trackId: track.id,
      trackTitle: track.title,
      lyricsId: String(key),
      lang: text.lang,
      kind: text.kind,
      synced: text.is_synced === 1,
      startMs: Math.max(0, cue.startMs - text.offset_ms),
      text: cue.text,
      match: findMatch(cue.text, terms),
    }
    return [{ line, work }]
  })
}

/** Returns the track to play for each text: the preferred one if a text has several formats. */
async function tracksOf({ db }: Pick<MediaSources, 'db'>, works: readonly number[]) {
  const texts = Map.groupBy(await listTrackTexts(db, works), ({ work_key }) => work_key)
  const found = new Map<number, { text: TrackText; track: TrackRow }>()
  for (const [workKey, some] of texts) {
    const rows = await listTracks(db, workKey)
    const arranged = arrangeTracks(rows.map((row) => ({ ...row, durationSeconds: row.duration_seconds })))
    for (const { track } of arranged) {
      for (const text of some) {
        if (text.trackId === track.id && !found.has(text.key)) found.set(text.key, { text, track })
      }
    }
  }
  return found
}

/** Returns the position of the first matching term in the line, in UTF-16 code units. */
function findMatch(text: string, terms: readonly LyricsTerm[]): SpokenLine['match'] {
  for (const { spellings } of terms.filter(({ isExcluded }) => !isExcluded)) {
    for (const spelling of spellings) {
      const written = unfold(text, spelling)
      const start = written === undefined ? -1 : text.indexOf(written)
      if (written !== undefined && start >= 0) return { start, end: start + written.length }
    }
  }
  return null
}
