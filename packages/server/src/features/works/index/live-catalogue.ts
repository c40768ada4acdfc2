/**
 * The catalogue as it is now: follows the change feed, lays what changed over the current generation, and swaps in a
 * new one when the delta has grown. A question is always answered by one consistent catalogue.
 */
import { type Catalogue, createCatalogue } from '@koedana/catalogue/catalogue.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Change, readChangesSince, watchChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Log } from '../../../lib/log.ts'
import { buildInWorker } from './build.ts'
import { loadRows } from './load-rows.store.ts'

export interface LiveCatalogue {
  readonly current: () => Catalogue
  /** When what is committed now is in every answer. */
  readonly caughtUp: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Whoever keeps something made of works or entities hears what is stale. */
export interface Followers {
  readonly worksChanged: (keys: readonly number[]) => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
}

export interface LiveSources {
  readonly database: Database
  readonly followers: Followers
  readonly log: Log
}

/** A delta is asked row by row: past this many it is slower than to build anew. */
const largestDelta = 2_000
const changesPerRead = 5_000

export async function openLiveCatalogue({ database, followers, log }: LiveSources): Promise<LiveCatalogue> {
  const first = await buildInWorker(database.place)
  let catalogue = createCatalogue(first.generation)
  let seq = first.seq
  let rebuilding: Promise<void> | undefined

  async function follow(): Promise<void> {
    for (;;) {
      const changes = await readChangesSince(database.read, seq, changesPerRead)
      const last = changes.at(-1)
      if (!last) return
      await tell(changes)
      const keys = keysOf(changes, 'work')
      if (catalogue.deltaSize + keys.length > largestDelta) {
        // What lies in between comes with the new generation; the old one keeps answering until it stands.
        rebuilding ??= rebuild().finally(() => {
          rebuilding = undefined
        })
        return
      }
      const rows = await loadRows(database.read, keys)
      const found = new Set(rows.map(({ key }) => key))
      catalogue = catalogue.withChanges(
        rows,
        keys.filter((key) => !found.has(key)),
      )
      seq = last.seq
    }
  }

  async function rebuild(): Promise<void> {
    const built = await buildInWorker(database.place)
    await tellSince(seq, built.seq)
    catalogue = createCatalogue(built.generation)
    seq = built.seq
    log.info({ works: built.generation.columns.count, seq }, 'index rebuilt')
    wake()
  }

  /** Everything a rebuild took in at once still makes cards and names stale. */
  async function tellSince(from: number, to: number): Promise<void> {
    for (let at = from; at < to; ) {
      const changes = await readChangesSince(database.read, at, changesPerRead)
      await tell(changes)
      at = changes.at(-1)?.seq ?? to
    }
  }

  async function tell(changes: readonly Change[]): Promise<void> {
    followers.worksChanged(keysOf(changes, 'work'))
    for (const kind of new Set(changes.map(({ subject }) => subject))) {
      if (kind !== 'work') await followers.entitiesChanged(kind, keysOf(changes, kind))
    }
  }

  let following = Promise.resolve()
  const wake = () => {
    following = following
      .then(follow)
      .catch((error: unknown) => log.error({ err: error }, 'following changes failed'))
  }
  const stopWatching = watchChanges(database, wake)
  wake()
  return {
    current: () => catalogue,
    caughtUp: async () => {
      wake()
      await following
      await rebuilding
    },
    close: async () => {
      await stopWatching()
      await rebuilding
      await following
    },
  }
}

function keysOf(changes: readonly Change[], subject: Change['subject']): number[] {
  return [...new Set(changes.filter((change) => change.subject === subject).map(({ key }) => key))]
}
