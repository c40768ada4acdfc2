/**
 * The catalogue as it is now: follows the change feed, lays what changed over the current generation, and swaps in a
 * new one when the delta has grown or a new day begins. If more changes in bulk than a delta holds, acts of people
 * and restrictions are laid over the old generation until the next one stands. A query is always run over one
 * consistent catalogue.
 */
import { setImmediate } from 'node:timers/promises'
import { type Catalogue, createCatalogue } from '@koedana/catalogue/catalogue.ts'
import {
  countWorksChangedSince,
  type Followed,
  findEpoch,
  hasLostTrack,
  latestSeq,
  watchChanges,
} from '../../../db/changes.ts'
import { outsideRequest, withinRequest } from '../../../db/request-limit.ts'
import { dayOf } from '../../../lib/instants.rules.ts'
import { advance, isBulk, type Moment, readAhead } from './advance.ts'
import type { Built } from './build.ts'
import { type FirstSources, firstGeneration, newGeneration } from './first-generation.ts'
import { builtOf, type GenerationReaders, type GenerationSource } from './generations.ts'
import { type IndexState, stateOf } from './index-state.rules.ts'
import { type InvalidationListeners, notify, type PendingWorks, pendingWorks } from './invalidation.ts'
import { builtKernel, type LoadedKernel } from './kernel.ts'
import { afterBuild, afterChanges, bulkRoom, startPace, untilRebuild } from './rebuild-pace.rules.ts'
import { createSpare, type Spare } from './spare.ts'

export interface LiveCatalogue {
  readonly current: () => Catalogue
  /**
   * Grows when changes have been read, before anything made from them is sent, and again when lists have them:
   * what was made under one number, from first to last, holds as long as the number does.
   */
  readonly version: () => number
  /** Returns the last change that was read: what was committed up to it is in every response, but for what came in bulk. */
  readonly seq: () => number
  readonly state: () => IndexState
  /** Resolves when what people did up to now is in every response; what came in bulk may wait for the next generation. */
  readonly followed: () => Promise<void>
  /** Returns whether people committed what was not read yet, in whichever thread of this process; never on PostgreSQL. */
  readonly isBehind: () => boolean
  /** Resolves when what is committed now is in every response. */
  readonly caughtUp: () => Promise<void>
  /** Returns milliseconds for which changes have been waiting that were not read; 0 if all were, or at the first call. */
  readonly behindMs: () => Promise<number>
  /** Returns how many works have changes that are committed and that lists do not show yet; a work may be counted twice. */
  readonly pendingWorks: () => Promise<number>
  readonly close: () => Promise<void>
}

export interface LiveSources extends FirstSources {
  readonly listeners: InvalidationListeners
  /** A kernel that is used instead of the one that the build made. */
  readonly kernel?: LoadedKernel
  /** Other threads, which read what is built here. */
  readonly readers?: GenerationReaders | undefined
  /** The thread that builds; generations are built here without it. */
  readonly source?: GenerationSource | undefined
}

type Sources = LiveSources & Required<Pick<LiveSources, 'kernel'>>

/** The growth of sales is counted to the day; nobody needs it to the second. */
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
  const live = new Following({ ...sources, build, kernel }, { ...first, epoch })
  await live.followed()
  return live
}

class Following implements LiveCatalogue {
  readonly #sources: Sources
  readonly #stopWatching: () => Promise<void>
  readonly #dayCheck: NodeJS.Timeout
  #now: Moment
  #version = 0
  #epoch: string | undefined
  /** When it was first found behind, and by which change. */
  #behind: { readonly sinceMs: number; readonly seq: number } | undefined
  /** The last change that the listeners were notified of. */
  #notified: number
  readonly #pending: PendingWorks = pendingWorks()
  /** The generation that changes are laid over. */
  #built: Built
  /** The generation before, which nobody is given any more. */
  readonly #spare: Spare
  /** How many commits of people there were before the last read. */
  #commitsRead = 0
  /** Resolves when the snapshot of the newest generation is written. */
  #saved: Promise<void>
  #rebuilding: Promise<void> | undefined
  #rebuildTimer: NodeJS.Timeout | undefined
  #pace = startPace(performance.now())
  /** Reads run one at a time, in the order of calls. */
  #following = Promise.resolve()
  /** Whether a read has yet to begin. */
  #isReadAhead = false
  #isClosing = false

  constructor(sources: Sources, { epoch, ...first }: Built & Pick<Followed, 'epoch'>) {
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
    return withinRequest(this.#following)
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
    // Who has read what was waiting then is behind by something newer.
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
    // It serves everybody who comes before it: however many do, one read is ahead.
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
      // SQLite returns at once: without a pause many steps would be one.
      await setImmediate()
    }
    this.#commitsRead = commits
    if (this.#now.seq < this.#now.seen) this.#rebuildInTime()
  }

  /** Returns undefined if nothing came. */
  async #after(moment: Moment): Promise<Moment | undefined> {
    const { read } = this.#sources.database
    const ahead = await readAhead(read, moment.seen)
    if (await hasLostTrack(read, { seq: moment.seen, epoch: this.#epoch })) return this.#beginAnew(moment)
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

  /** Nobody knows what changed: everything is stale, and only a new generation helps. */
  async #beginAnew({ catalogue, seq }: Moment): Promise<Moment> {
    const { read } = this.#sources.database
    this.#epoch = await findEpoch(read)
    const seen = await latestSeq(read)
    this.#version += 1
    this.#notified = seen
    this.#pending.addAll(seen)
    await this.#sources.listeners.allChanged()
    // The numbers may have gone back, and a new generation is needed all the same.
    return { catalogue, seq: Math.min(seq, seen - 1), seen, isOverdue: true, laid: [] }
  }

  #swap(moment: Moment): void {
    const isSame = moment.catalogue === this.#now.catalogue
    this.#now = moment
    if (isSame) return
    this.#version += 1
    const shown = this.#pending.take(moment)
    if (shown === 'all' || shown.length > 0) this.#sources.listeners.worksChanged(shown)
    this.#sources.listeners.catalogueChanged?.()
  }

  /** A person's act shows at once; what came in bulk follows at a pace that leaves room for others. */
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
    // Two threads that both hold a generation would need the memory of both.
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

  /** What changed while it was built is laid over it first: no response may be older than the one before. */
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
    // The disk is at fault and not this program, so that no stack is logged.
    const reason = error instanceof Error ? error.message : error
    this.#sources.log.warn({ reason }, 'the index snapshot was not written: starts take longer')
  }

  #today = (): number => dayOf(this.#sources.now().toISOString())
}

function momentOf({ generation, arena, seq }: Built, kernel: LoadedKernel): Moment {
  const catalogue = createCatalogue({ generation, arena, kernel: kernel.over(arena) })
  return { catalogue, seq, seen: seq, isOverdue: false, laid: [] }
}
