/**
 * The catalogue as it is now: follows the change feed, lays what changed over the current generation, and swaps in a
 * new one when the delta has grown. A question is always answered by one consistent catalogue.
 */
import { type Catalogue, createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { fieldsOfName } from '@koedana/catalogue/names.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { type Change, readChangesSince, watchChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Log } from '../../../lib/log.ts'
import { type Built, buildInWorker } from './build.ts'
import { dayOf } from './instants.rules.ts'
import { kernelOver } from './kernel.ts'
import { loadNames } from './load-names.store.ts'
import { loadRows } from './load-rows.store.ts'

export interface LiveCatalogue {
  readonly current: () => Catalogue
  /**
   * Grows when changes have been heard of, before anything made from them is answered, and again when lists have them:
   * what was made under one number, from first to last, holds as long as the number does.
   */
  readonly version: () => number
  /** When what is committed now is in every answer. */
  readonly caughtUp: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Whoever keeps something made of works or entities hears what is stale. */
export interface Followers {
  readonly worksChanged: (keys: readonly number[]) => void
  /** Once answers contain what changed. */
  readonly catalogueChanged?: () => void
  readonly entitiesChanged: (kind: EntityKind, keys: readonly number[]) => Promise<void>
  readonly usersChanged: (keys: readonly number[]) => void
  readonly siteChanged: () => Promise<void>
}

export interface LiveSources {
  readonly database: Database
  readonly followers: Followers
  readonly log: Log
}

/** A delta is asked row by row: past this many it is slower than to build anew. */
const largestDelta = 2_000
const changesPerRead = 5_000

export async function openLiveCatalogue(sources: LiveSources): Promise<LiveCatalogue> {
  return new Following(sources, await buildInWorker(sources.database.place))
}

class Following implements LiveCatalogue {
  readonly #sources: LiveSources
  readonly #stopWatching: () => Promise<void>
  #catalogue: Catalogue
  #version = 0
  /** The last change that answers contain. */
  #seq: number
  #rebuilding: Promise<void> | undefined
  /** One at a time, in the order they were asked for. */
  #following = Promise.resolve()

  constructor(sources: LiveSources, first: Built) {
    this.#sources = sources
    this.#catalogue = catalogueOf(first)
    this.#seq = first.seq
    this.#stopWatching = watchChanges(sources.database, () => this.#wake())
    this.#wake()
  }

  current = (): Catalogue => this.#catalogue

  version = (): number => this.#version

  caughtUp = async (): Promise<void> => {
    this.#wake()
    await this.#following
    await this.#rebuilding
  }

  close = async (): Promise<void> => {
    await this.#stopWatching()
    await this.#rebuilding
    await this.#following
  }

  #wake(): void {
    const failed = (error: unknown) => this.#sources.log.error({ err: error }, 'following changes failed')
    this.#following = this.#following.then(() => this.#follow()).catch(failed)
  }

  async #follow(): Promise<void> {
    const { read } = this.#sources.database
    for (;;) {
      const changes = await readChangesSince(read, this.#seq, changesPerRead)
      const last = changes.at(-1)
      if (!last) return
      await this.#tell(changes)
      const keys = keysOf(changes, 'work')
      const named = entityKinds.map((kind) => ({ kind, keys: keysOf(changes, kind) }))
      const size = named.reduce((sum, one) => sum + one.keys.length, keys.length)
      // What lies in between comes with the new generation; the old one keeps answering until it stands.
      if (this.#catalogue.deltaSize + size > largestDelta) return this.#startRebuild()
      const rows = await loadRows(read, keys, today())
      const found = new Set(rows.map(({ key }) => key))
      const removed = keys.filter((key) => !found.has(key))
      let next = this.#catalogue.withChanges(rows, removed)
      for (const one of named) next = next.withNames(one.kind, await this.#loadNames(one.kind, one.keys))
      this.#swap(next)
      this.#seq = last.seq
    }
  }

  async #loadNames(kind: EntityKind, keys: readonly number[]): Promise<Map<number, readonly string[]>> {
    if (keys.length === 0) return new Map()
    const entities = await loadNames(this.#sources.database.read, kind, keys)
    return new Map(entities.map((entity) => [entity.key, fieldsOfName(entity)]))
  }

  #swap(catalogue: Catalogue): void {
    this.#catalogue = catalogue
    this.#version += 1
    this.#sources.followers.catalogueChanged?.()
  }

  #startRebuild(): void {
    const failed = (error: unknown) => this.#sources.log.error({ err: error }, 'the index was not rebuilt')
    this.#rebuilding ??= this.#rebuild()
      .catch(failed)
      .finally(() => {
        this.#rebuilding = undefined
      })
  }

  async #rebuild(): Promise<void> {
    const built = await buildInWorker(this.#sources.database.place)
    await this.#tellUntil(built.seq)
    this.#swap(catalogueOf(built))
    this.#seq = built.seq
    const { count } = built.generation.columns
    this.#sources.log.info({ works: count, seq: built.seq }, 'index rebuilt')
    this.#wake()
  }

  /** Everything a rebuild took in at once still makes cards and names stale. */
  async #tellUntil(seq: number): Promise<void> {
    for (let at = this.#seq; at < seq; ) {
      const changes = await readChangesSince(this.#sources.database.read, at, changesPerRead)
      await this.#tell(changes)
      at = changes.at(-1)?.seq ?? seq
    }
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    const { followers } = this.#sources
    this.#version += 1
    followers.worksChanged(keysOf(changes, 'work'))
    const subjects = new Set(changes.map(({ subject }) => subject))
    for (const kind of entityKinds) {
      if (subjects.has(kind)) await followers.entitiesChanged(kind, keysOf(changes, kind))
    }
    if (subjects.has('site')) await followers.siteChanged()
    if (subjects.has('user')) followers.usersChanged(keysOf(changes, 'user'))
  }
}

const catalogueOf = ({ generation, arena }: Built) =>
  createCatalogue({ generation, arena, kernel: kernelOver(arena) })

const today = () => dayOf(new Date().toISOString())

function keysOf(changes: readonly Change[], subject: Change['subject']): number[] {
  return [...new Set(changes.filter((change) => change.subject === subject).map(({ key }) => key))]
}
