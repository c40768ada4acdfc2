/**
 * The current catalog: follows the change feed, applies changes to the current generation, and replaces it when the delta has grown
 * or a new day begins. If there are more bulk changes than a delta can contain, only changes by people and restrictions are applied
 * until the next generation is ready. Every query sees one consistent catalog.
 */
import { setImmediate } from 'node:timers/promises'
import { type Catalogue, createCatalogue } from '@koedana/catalogue/catalogue.ts'
import {
  countWorksChangedSince,
  type FollowerState,
  findEpoch,
  latestSeq,
  mustRebuild,
  watchChanges,
} from '../../../db/changes.ts'
import { limitToRequest, outsideRequest } from '../../../db/request-limit.ts'
import { dayOf } from '../../../lib/dates.rules.ts'
import { advance, type CatalogueState, isBulk, readAhead } from './advance.ts'
import type { Built } from './build.ts'
import { type FirstSources, firstGeneration, newGeneration } from './first-generation.ts'
import { builtOf, type GenerationReaders, type GenerationSource } from './generations.ts'
import { type IndexState, stateOf } from './index-state.rules.ts'
import { type InvalidationListeners, notify, type PendingWorks, pendingWorks } from './invalidation.ts'
import { builtKernel, type LoadedKernel } from './kernel.ts'
import { afterBuild, afterChanges, bulkRoom, startPace, untilRebuild } from './rebuild-pace.rules.ts'
import { createSpare, type SpareMemory } from './spare-memory.ts'

export interface LiveCatalogue {
  readonly current: () => Catalogue
  /**
   * Increases when changes have been read, before anything derived from them is sent, and again when lists contain them. Data that
   * was computed entirely under one version is valid as long as the version stays the same.
   */
  readonly version: () => number
  /** Returns the last change that was read. Responses contain everything committed up to it, except bulk changes. */
  readonly seq: () => number
  readonly state: () => IndexState
  /** Resolves when responses contain all changes made by people so far. Bulk changes may wait for the next generation. */
  readonly followed: () => Promise<void>
  /** Returns whether people committed changes in any thread of this process that are not read yet; always false on PostgreSQL. */
  readonly isBehind: () => boolean
  /** Resolves when responses contain everything committed so far. */
  readonly caughtUp: () => Promise<void>
  /** Returns for how many milliseconds unread changes have been waiting; 0 if there are none, or on the first call. */
  readonly behindMs: () => Promise<number>
  /** Returns the number of works with committed changes that lists do not show yet. A work may be counted twice. */
  readonly pendingWorks: () => Promise<number>
  readonly close: () => Promise<void>
}

export interface LiveSources extends FirstSources {
  readonly listeners: InvalidationListeners
  readonly kernel?: LoadedKernel
  /** Other threads that use the generations built here. */
  readonly readers?: GenerationReaders | undefined
  /** The thread that builds generations; without it, they are built here. */
  readonly source?: GenerationSource | undefined
}

type Sources = LiveSources & Required<Pick<LiveSources, 'kernel'>>

/** Sales growth is counted by day, so a check per minute is enough. */
const dayCheckMs = 60_000

export async function openLiveCatalogue(sources: LiveSources): Promise<LiveCatalogue> {
  const kernel = sources.kernel ?? builtKernel()
  if (kernel.state !== 'compiled') {
    sources.log.warn(
      { kernel: kernel.state },
      'the index runs without its compiled kernel: lists take longer',
    )
  }
  const epoch = await findEpoch(sources.database.read)
  const { source } = sources
  const first = source ? builtOf(source.first) : await firstGeneration(sources)
  const build = source?.build ?? sources.build
  const live = new FollowingCatalogue({ ...sources, build, kernel }, { ...first, epoch })
  await live.followed()
  return live
}

class FollowingCatalogue implements LiveCatalogue {
  readonly #sources: Sources
  readonly #stopWatching: () => Promise<void>
  readonly #dayCheck: NodeJS.Timeout
  #now: CatalogueState
  #version = 0
  #epoch: string | undefined
  /** When and at which change this was first found to be behind. */
  #behind: { readonly sinceMs: number; readonly seq: number } | undefined
  #notified: number
  readonly #pending: PendingWorks = pendingWorks()
  /** The generation to which changes are applied. */
  #built: Built
  /** The previous generation, which is no longer given out. */
  readonly #spare: SpareMemory
  /** The number of commits by people before the last read. */
  #commitsRead = 0
  /** Resolves when the snapshot of the newest generation is written. */
  #saved: Promise<void>
  #rebuilding: Promise<void> | undefined
  #rebuildTimer: NodeJS.Timeout | undefined
  #pace = startPace(performance.now())
  #following = Promise.resolve()
  /** Whether a read is queued that has not started. */
  #isReadAhead = false
  #isClosing = false

  constructor(sources: Sources, { epoch, ...first }: Built & Pick<FollowerState, 'epoch'>) {
    this.#sources = sources
    this.#epoch = epoch
    this.#now = momentOf(first, sources.kernel)
    this.#notified = first.seq
    this.#built = first
    this.#saved = this.#reportSave(first)
    this.#spare = sources.source?.spare ?? createSpare(sources.readers?.haveLeft)
    sources.readers?.attend(first, () => this.#startRebuild())
    sources.source?.onNext(() => this.#startRebuild())
    this.#stopWatching = watchChanges(sources.database, () => this.#wake())
    this.#dayCheck = setInterval(() => this.#wake(), dayCheckMs).unref()
    this.#wake()
  }

  current = (): Catalogue => this.#now.catalogue

  version = (): number => this.#version

  seq = (): number => this.#now.seen

  state = (): IndexState => {
    const { kernel } = this.#sources
    return stateOf(this.#built, { seen: this.#now.seq, kernel: kernel.state })
  }

  followed = (): Promise<void> => {
    this.#wake()
    return limitToRequest(this.#following)
  }

  isBehind = (): boolean => this.#sources.database.commits() !== this.#commitsRead

  caughtUp = async (): Promise<void> => {
    this.#wake()
    await this.#settled()
    if (this.#now.seq === this.#now.seen) return
    this.#startRebuild()
    await this.#settled()
  }

  behindMs = async (): Promise<number> => {
    const { database, now } = this.#sources
    const [last, nowMs] = [await latestSeq(database.read), now().getTime()]
    if (last <= this.#now.seen) this.#behind = undefined
    // The changes that were waiting then are read, so it is behind by newer ones.
    else if (!this.#behind || this.#behind.seq <= this.#now.seen) this.#behind = { sinceMs: nowMs, seq: last }
    return this.#behind ? Math.max(0, nowMs - this.#behind.sinceMs) : 0
  }

  pendingWorks = async (): Promise<number> => {
    const unread = await countWorksChangedSince(this.#sources.database.read, this.#now.seen)
    const read = this.#pending.count()
    return unread + (read === 'all' ? this.#now.catalogue.workCount : read)
  }

  close = async (): Promise<void> => {
    clearInterval(this.#dayCheck)
    this.#isClosing = true
    await this.#stopWatching()
    this.#sources.source?.end()
    await this.#settled()
    clearTimeout(this.#rebuildTimer)
    this.#spare.drop()
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
    // A queued read serves all callers that come before it starts, so one is enough.
    if (this.#isReadAhead) return
    this.#isReadAhead = true
    const failed = (error: unknown) => this.#sources.log.error({ err: error }, 'following changes failed')
    const follow = () => {
      this.#isReadAhead = false
      return this.#follow()
    }
    this.#following = outsideRequest(() => this.#following.then(follow).catch(failed))
  }

  async #follow(): Promise<void> {
    const commits = this.#sources.database.commits()
    if (this.#today() !== this.#built.day) this.#startRebuild()
    for (let next = await this.#after(this.#now); next; next = await this.#after(next)) {
      this.#swap(next)
      // SQLite returns synchronously, so without a pause many steps would block the thread like one.
      await setImmediate()
    }
    this.#commitsRead = commits
    if (this.#now.seq < this.#now.seen) this.#rebuildInTime()
  }

  /** Returns undefined if there are no new changes. */
  async #after(moment: CatalogueState): Promise<CatalogueState | undefined> {
    const { read } = this.#sources.database
    const ahead = await readAhead(read, moment.seen)
    if (await mustRebuild(read, { seq: moment.seen, epoch: this.#epoch })) return this.#beginAnew(moment)
    if (!ahead) return undefined
    if (ahead.last > this.#notified) {
      const { works, size, hasManyWorks } = ahead.changed
      this.#pace = afterChanges(this.#pace, performance.now(), ahead.changes.some(isBulk) ? size : 0)
      if (size > 0 || hasManyWorks) this.#version += 1
      this.#pending.add(works, ahead.last)
      if (hasManyWorks) this.#pending.addAll(ahead.last)
      this.#notified = ahead.last
      await notify(this.#sources.listeners, ahead)
    }
    const room = bulkRoom(moment.catalogue.workCount, this.#pace, performance.now())
    return advance(read, { moment, ahead, bulkRoom: room, today: this.#today() })
  }

  /** It is unknown what changed, so everything is stale until a new generation is built. */
  async #beginAnew({ catalogue, seq }: CatalogueState): Promise<CatalogueState> {
    const { read } = this.#sources.database
    this.#epoch = await findEpoch(read)
    const seen = await latestSeq(read)
    this.#version += 1
    this.#notified = seen
    this.#pending.addAll(seen)
    await this.#sources.listeners.allChanged()
    // The numbers may have gone back; `seq` stays below `seen` so that a generation is built in any case.
    return { catalogue, seq: Math.min(seq, seen - 1), seen, isOverdue: true, laid: [] }
  }

  #swap(moment: CatalogueState): void {
    const isSame = moment.catalogue === this.#now.catalogue
    this.#now = moment
    if (isSame) return
    this.#version += 1
    const shown = this.#pending.take(moment)
    if (shown === 'all' || shown.length > 0) this.#sources.listeners.worksChanged(shown)
    this.#sources.listeners.catalogueChanged?.()
  }

  /** Changes by people are applied immediately; for bulk changes, rebuilds are paced to leave CPU time for requests. */
  #rebuildInTime(): void {
    clearTimeout(this.#rebuildTimer)
    const wait = this.#now.isOverdue ? 0 : untilRebuild(this.#pace, performance.now())
    if (wait === 0) this.#startRebuild()
    else this.#rebuildTimer = setTimeout(() => this.#wake(), wait).unref()
  }

  #startRebuild(): void {
    const built = () => {
      this.#rebuilding = undefined
      this.#wake()
    }
    const failed = (error: unknown) => {
      this.#rebuilding = undefined
      if (!this.#isClosing) this.#sources.log.error({ err: error }, 'the index was not rebuilt')
    }
    this.#rebuilding ??= this.#rebuild().then(built, failed)
  }

  async #rebuild(): Promise<void> {
    const { log, readers } = this.#sources
    // Two threads that both hold a generation would need memory for both.
    await this.#saved
    const started = performance.now()
    const built = await newGeneration(this.#sources, this.#spare.take())
    this.#saved = this.#reportSave(built)
    const left = { catalogue: this.#now.catalogue, current: this.current, memory: this.#built.arena.memory }
    const taking = this.#following.then(() => this.#take(built))
    this.#following = taking.catch(() => undefined)
    await taking
    readers?.handOver(built)
    const builtAt = performance.now()
    this.#pace = afterBuild(this.#pace, builtAt, builtAt - started)
    this.#spare.keep(left, this.#pace.tookMs)
    log.info({ works: built.generation.columns.count, seq: built.seq }, 'index rebuilt')
  }

  /** First catches up with changes during the build, because no response may be older than a previous one. */
  async #take(built: Built): Promise<void> {
    while (this.#notified < built.seq) {
      const next = await this.#after(this.#now)
      if (!next) break
      this.#swap(next)
      await setImmediate()
    }
    let next = momentOf(built, this.#sources.kernel)
    while (next.seen < this.#now.seen) {
      const later = await this.#after(next)
      if (!later) break
      next = later
      await setImmediate()
    }
    this.#swap(next)
    this.#built = built
  }

  async #reportSave({ saved }: Built): Promise<void> {
    const error = await saved
    if (error === undefined) return
    // The disk is the cause and not this program, so no stack trace is logged.
    const reason = error instanceof Error ? error.message : error
    this.#sources.log.warn({ reason }, 'the index snapshot was not written: starts take longer')
  }

  #today = (): number => dayOf(this.#sources.now().toISOString())
}

function momentOf({ generation, arena, seq }: Built, kernel: LoadedKernel): CatalogueState {
  const catalogue = createCatalogue({ generation, arena, kernel: kernel.over(arena) })
  return { catalogue, seq, seen: seq, isOverdue: false, laid: [] }
}
