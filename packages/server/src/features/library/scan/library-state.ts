import { appendBulkChanges, writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { bitOf } from '../../metadata/ingest/provenance.rules.ts'
import { type Claim, saveClaims } from '../../metadata/ingest/provenance.store.ts'
import { totalDuration } from '../media/preferred.rules.ts'
import {
  findLibraryStates,
  findLyricsLanguages,
  type LibraryState,
  listVariants,
  saveLibraryState,
  type VariantRow,
} from './library-state.store.ts'

/** Runs `write`, then updates the works' derived fields and the change feed in the same transaction. */
export async function changeFiles(
  db: Db,
  change: { readonly keys: readonly number[]; readonly now: Date; readonly write: (tx: Db) => Promise<void> },
): Promise<void> {
  const { keys, now, write } = change
  await writeInTurn(db, async (tx) => {
    const before = await listVariants(tx, keys)
    await write(tx)
    const after = await listVariants(tx, keys)
    const languages = await findLyricsLanguages(tx, keys)
    const claims: Claim[] = []
    for (const state of await findLibraryStates(tx, keys)) {
      const files = { before: before.get(state.key) ?? [], after: after.get(state.key) ?? [] }
      const next = computeNextState(state, files, now)
      await saveLibraryState(tx, { ...next, lyricsLanguages: languages.get(state.key) ?? 0 }, now)
      const bits = next.durationSeconds === state.durationSeconds ? 0 : bitOf('duration')
      claims.push({ key: state.key, bits, origin: { source: 'folder', at: now.toISOString() } })
    }
    await saveClaims(tx, claims)
    await appendBulkChanges(tx, 'work', keys)
  })
}

/** Keeps a duration that another source provided: one that differs from the previous total of the files. */
function computeNextState(
  state: LibraryState,
  { before, after }: { before: readonly VariantRow[]; after: readonly VariantRow[] },
  now: Date,
): LibraryState {
  const isOurs = state.durationSeconds === null || state.durationSeconds === totalDuration(before)
  const inLibrary = after.length > 0
  return {
    key: state.key,
    inLibrary,
    hasLyrics: after.some(({ hasLyrics }) => hasLyrics),
    addedAt: state.addedAt ?? (inLibrary ? now.toISOString() : null),
    // Without files, the previous duration is the best information.
    durationSeconds: isOurs && inLibrary ? totalDuration(after) : state.durationSeconds,
  }
}
