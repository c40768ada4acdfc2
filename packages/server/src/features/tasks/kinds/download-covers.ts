/** Downloads covers from the marketplace for works without a cover or with a cover from there. */
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Database } from '../../../db/open.ts'
import { chunksOf } from '../../../db/statements.ts'
import {
  type CoverRow,
  findCovers,
  findLockedCovers,
  writeCovers,
} from '../../library/covers/covers.store.ts'
import { findOrigin, isDiskFault, type MadeCover, makeCover } from '../../library/covers/make-cover.ts'
import type { LookupResult, Picture } from '../../metadata/source.ts'
import { type MarketplaceCalls, mapConcurrently } from '../../metadata/upkeep/look-up-works.ts'
import { findRecords, listWantedCovers, saveCoverStates } from '../../metadata/upkeep/records.store.ts'
import type { ReportedItem } from '../run/job.ts'
import { type PhaseContext, prefetchOne } from './phases.ts'

export interface CoverSources {
  readonly database: Database
  readonly coversFolder: string
  readonly calls: MarketplaceCalls
  readonly picture: (url: string) => Promise<LookupResult<Picture>>
}

/** Kept small, since making a cover keeps one core busy. */
const coversPerStep = 8

/** Largest key that is done. */
const State = v.object({ after: v.number() })

/** Downloads all wanted covers, or only those of the works in `among`. */
export async function downloadCovers(
  sources: CoverSources,
  context: PhaseContext,
  among?: ReadonlySet<number>,
): Promise<void> {
  const after = v.is(State, context.state) ? context.state.after : -1
  const wanted = await listWantedCovers(sources.database.read)
  const keys = wanted.filter((key) => key > after && (!among || among.has(key)))
  let left = keys.length
  for await (const taken of prefetchOne(ingestBatches(sources, context, keys))) {
    left -= taken.length
    await context.step(async (tx) => {
      const now = context.job.now()
      const covers = taken.flatMap(({ key, cover }) => (cover ? [{ key, cover }] : []))
      await writeCovers(tx, covers, { source: 'marketplace', now })
      await saveCoverStates(tx, taken)
      const last = taken.at(-1)?.key ?? after
      return {
        state: { after: last },
        left,
        items: taken.map(({ item }) => ({ ...item, thing: 'covers' as const })),
      }
    })
  }
}

interface CoverResult {
  readonly key: number
  /** The requested URL. If the work has another URL by now, its cover stays wanted. */
  readonly url: string
  readonly state: 'wanted' | 'taken' | 'missing' | null
  readonly cover?: MadeCover
  readonly item: ReportedItem
}

async function* ingestBatches(
  sources: CoverSources,
  { job }: PhaseContext,
  keys: readonly number[],
): AsyncGenerator<CoverResult[]> {
  const { database } = sources
  for (const batch of chunksOf(keys, coversPerStep)) {
    const rows = await findCovers(database.read, batch)
    const locked = await findLockedCovers(database.read, batch)
    const records = await findRecords(database.read, batch)
    job.at(rows[0]?.id ?? '')
    yield await mapConcurrently(
      sources.calls.atOnce,
      rows.toSorted((a, b) => a.key - b.key),
      async (row) => {
        const url = records.get(workKeyOf(row.id))?.cover_url ?? ''
        const taken = await takeOne(sources, row, { url, isLocked: locked.has(row.key) })
        job.advance(1)
        return taken
      },
    )
  }
}

async function takeOne(
  sources: CoverSources,
  row: CoverRow,
  { url, isLocked }: { url: string; isLocked: boolean },
): Promise<CoverResult> {
  const { key, id } = row
  const { coversFolder } = sources
  if (isLocked || !(await isOurs(coversFolder, row)))
    return { key, url, state: null, item: { item: id, outcome: 'skipped' } }
  const result = await sources.picture(url)
  if (result.kind !== 'found') return { key, url, ...withoutPicture(id, result) }
  try {
    const { bytes } = result.value
    const origin = { path: `${fromMarketplace}${url}`, sizeBytes: bytes.length, modifiedAt: '' }
    const cover = await makeCover({ coversFolder, workId: id, picture: bytes, origin })
    if (cover.version === row.cover_version)
      return { key, url, state: 'taken', item: { item: id, outcome: 'unchanged' } }
    const outcome = row.cover_version === null ? 'added' : 'updated'
    return { key, url, state: 'taken', cover, item: { item: id, outcome } }
  } catch (error) {
    if (isDiskFault(error)) throw error
    const item = { item: id, outcome: 'missing', reason: 'pictureUnreadable' } as const
    return { key, url, state: 'missing', item }
  }
}

const fromMarketplace = 'marketplace:'

async function isOurs(coversFolder: string, { id, cover_version }: CoverRow): Promise<boolean> {
  if (cover_version === null) return true
  const origin = await findOrigin(coversFolder, id, cover_version)
  return origin?.path.startsWith(fromMarketplace) ?? false
}

/** A rejected or missing picture stays `missing` until its URL changes. After a fault the cover stays wanted. */
function withoutPicture(
  item: string,
  result: Exclude<LookupResult<Picture>, { kind: 'found' }>,
): Pick<CoverResult, 'state' | 'item'> {
  const reason = result.kind === 'absent' ? 'pictureMissing' : result.reason
  if (reason === 'pictureMissing' || reason === 'pictureRefused' || reason === 'pictureUnreadable')
    return { state: 'missing', item: { item, outcome: 'missing', reason } }
  return { state: 'wanted', item: { item, outcome: 'failed', reason } }
}
