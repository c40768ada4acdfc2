/**
 * The catalogue as it is now: follows the change feed, lays what changed over the current generation, and swaps in a
 * new one when the delta has grown or a new day begins. A question is always answered by one consistent catalogue.
 */
import { type Catalogue, createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { readChangesSince, watchChanges } from '../../../db/changes.ts'
import { arePrunedSince } from '../../../db/prune-changes.ts'
import { type Built, buildInWorker } from './build.ts'
import { type ChangedKeys, changedKeysOf } from './changed-keys.rules.ts'
import { largestDelta } from './delta.rules.ts'
import { type FirstSources, firstGeneration } from './first-generation.ts'
import { type Followers, tell } from './followers.ts'
import { type IndexState, stateOf } from './index-state.rules.ts'
import { dayOf } from './instants.rules.ts'
import { kernelOver } from './kernel.ts'
import { layChanges } from './lay-changes.ts'

export interface LiveCatalogue {
  readonly current: () => Catalogue
  /**
   * Grows when changes have been heard of, before anything made from them is answered, and again when lists have them:
   * what was made under one number, from first to last, holds as long as the number does.
   */
  readonly version: () => number
  readonly state: () => IndexState
  /** When what is committed now is in every answer, or waits for a new generation that is being built. */
  readonly followed: () => Promise<void>
  /** When what is committed now is in every answer. */
  readonly caughtUp: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface LiveSources extends FirstSources {
  readonly followers: Followers
}

const changesPerRead = 5_000
/** The growth of sales is counted to the day; nobody needs it to the second. */
const dayCheckMs = 60_000

export async function openLiveCatalogue(sources: LiveSources): Promise<LiveCatalogue> {
  const live = new Following(sources, await firstGeneration(sources))
  await live.followed()
  return live
}

/** A catalogue, and the last change it contains. */
interface Moment {
  readonly catalogue: Catalogue
  readonly seq: number
}

type Coming = Set<number> | 'all'

class Following implements LiveCatalogue {
  readonly #sources: LiveSources
  readonly #stopWatching: () => Promise<void>
  readonly #dayCheck: NodeJS.Timeout
  #now: Moment
  #version = 0
  /** Works that changed and are not in answers yet. */
  #coming: Coming = new Set()
  /** What changes are laid over. */
  #built: Built
  /** When the snapshot of the newest generation is written. */
  #saved: Promise<void>
  #rebuilding: Promise<void> | undefined
  /** One at a time, in the order they were asked for. */
  #following = Promise.resolve()

  constructor(sources: LiveSources, first: Built) {
    this.#sources = sources
    this.#now = momentOf(first)
    this.#built = first
    this.#saved = this.#tellOfSaving(first)
    this.#stopWatching = watchChanges(sources.database, () => this.#wake())
    this.#dayCheck = setInterval(() => this.#wake(), dayCheckMs).unref()
    this.#wake()
  }

  current = (): Catalogue => this.#now.catalogue

  version = (): number => this.#version

  state = (): IndexState => stateOf(this.#built, this.#now.seq)

  followed = (): Promise<void> => {
    this.#wake()
    return this.#following
  }

  caughtUp = async (): Promise<void> => {
    this.#wake()
    await this.#settled()
  }

  close = async (): Promise<void> => {
    clearInterval(this.#dayCheck)
    await this.#stopWatching()
    await this.#settled()
    await this.#saved
  }

  async #settled(): Promise<void> {
    await this.#following
    while (this.#rebuilding) {
      await this.#rebuilding
      await this.#following
    }
  }

  #wake(): void {
    const failed = (error: unknown) => this.#sources.log.error({ err: error }, 'following changes failed')
    this.#following = this.#following.then(() => this.#follow()).catch(failed)
  }

  async #follow(): Promise<void> {
    if (this.#today() !== this.#built.day) this.#startRebuild()
    for (let next = await this.#after(this.#now); next; next = await this.#after(next)) this.#swap(next)
  }

  /** Undefined where nothing came, or so much that only a new generation helps: until it stands the old one answers. */
  async #after({ catalogue, seq }: Moment): Promise<Moment | undefined> {
    const { read } = this.#sources.database
    const changes = await readChangesSince(read, seq, changesPerRead)
    if (await arePrunedSince(read, seq)) {
      this.#version += 1
      await this.#tellOfAll()
      return this.#startRebuild()
    }
    const last = changes.at(-1)
    if (!last) return undefined
    const changed = changedKeysOf(changes)
    if (changed.size > 0) this.#version += 1
    await this.#tell(changed)
    // Of accounts alone: no list says anything else now.
    if (changed.size === 0) {
      this.#now = { catalogue, seq: last.seq }
      return this.#after(this.#now)
    }
    if (catalogue.deltaSize + changed.size > largestDelta) return this.#startRebuild()
    const next = await layChanges(read, { catalogue, changed, today: this.#today() })
    return { catalogue: next, seq: last.seq }
  }

  #swap(moment: Moment): void {
    this.#now = moment
    this.#version += 1
    this.#sources.followers.worksChanged(this.#coming === 'all' ? 'all' : [...this.#coming])
    this.#coming = new Set()
    this.#sources.followers.catalogueChanged?.()
  }

  /** Of works when lists have them, of everything else now. */
  #tell(changed: ChangedKeys): Promise<void> {
    if (this.#coming !== 'all') for (const key of changed.works) this.#coming.add(key)
    return tell(this.#sources.followers, changed)
  }

  #tellOfAll(): Promise<void> {
    this.#coming = 'all'
    return this.#sources.followers.allChanged()
  }

  #startRebuild(): undefined {
    const built = () => {
      this.#rebuilding = undefined
      this.#wake()
    }
    const failed = (error: unknown) => {
      this.#rebuilding = undefined
      this.#sources.log.error({ err: error }, 'the index was not rebuilt')
    }
    this.#rebuilding ??= this.#rebuild().then(built, failed)
  }

  async #rebuild(): Promise<void> {
    const { database, log, now, snapshotFolder } = this.#sources
    // Two threads that both hold a generation would need the memory of both.
    await this.#saved
    const built = await buildInWorker(database.place, { now: now(), snapshotFolder })
    this.#saved = this.#tellOfSaving(built)
    const taking = this.#following.then(() => this.#take(built))
    this.#following = taking.catch(() => undefined)
    await taking
    log.info({ works: built.generation.columns.count, seq: built.seq }, 'index rebuilt')
  }

  /** What changed while it was built is laid over it first: no answer may be older than the one before. */
  async #take(built: Built): Promise<void> {
    await this.#tellUntil(built.seq)
    let next: Moment | undefined = momentOf(built)
    while (next && next.seq < this.#now.seq) next = await this.#after(next)
    this.#swap(next ?? momentOf(built))
    this.#built = built
  }

  /** Everything a rebuild took in at once still makes cards and names stale. */
  async #tellUntil(seq: number): Promise<void> {
    const { database } = this.#sources
    this.#version += 1
    for (let at = this.#now.seq; at < seq; ) {
      const changes = await readChangesSince(database.read, at, changesPerRead)
      if (await arePrunedSince(database.read, at)) return this.#tellOfAll()
      await this.#tell(changedKeysOf(changes))
      at = changes.at(-1)?.seq ?? seq
    }
  }

  async #tellOfSaving({ saved }: Built): Promise<void> {
    const error = await saved
    if (error !== undefined) this.#sources.log.warn({ err: error }, 'the index snapshot was not written')
  }

  #today = (): number => dayOf(this.#sources.now().toISOString())
}

function momentOf({ generation, arena, seq }: Built): Moment {
  return { catalogue: createCatalogue({ generation, arena, kernel: kernelOver(arena) }), seq }
}
