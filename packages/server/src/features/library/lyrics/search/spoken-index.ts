/**
 * Full-text index of lyrics (ADR 0033): immutable segments on disk, built in a worker thread. The database decides which texts are live;
 * texts missing from the segments are indexed when that is noticed.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database, DatabaseLocation } from '../../../../db/open.ts'
import type { Log } from '../../../../lib/log.ts'
import { defaultYoungHeap } from '../../../../lib/young-heap.ts'
import { type LiveText, listLiveTexts } from '../lyrics.store.ts'
import type { LyricsTerm } from './segment.rules.ts'
import { isSegmentName, type OpenSegment, openSegment } from './segment-file.ts'

export interface SpokenIndex {
  readonly find: (terms: readonly LyricsTerm[]) => Promise<SpokenSearchResult>
  /** Call whenever files of works may have been added or removed. */
  readonly worksChanged: (keys: readonly number[] | 'all') => void
  /** Resolves when all texts known so far can be found. */
  readonly complete: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface SpokenSearchResult {
  /** In reverse order of reading: the newest text first. */
  readonly texts: readonly MatchedText[]
  /** False while texts are known to be missing from the index. */
  readonly isComplete: boolean
}

export interface MatchedText {
  readonly key: number
  readonly workKey: number
  /** Line numbers in the segment; the lines of the text begin at `firstLine`. */
  readonly lines: Uint32Array
  readonly firstLine: number
}

export interface SpokenWorkerData {
  readonly location: DatabaseLocation
  readonly folder: string
  readonly after: number
}

/** A segment of this size takes about 3 MB of memory for its tables and 15 MB on disk; building it takes a few seconds. */
export const linesPerSegment = 500_000

const refreshDelayMs = 1_000

/** For more changed works than this, reading the texts of all works is cheaper. */
const maxNamed = 5_000

interface SpokenSources {
  readonly database: Pick<Database, 'read' | 'location'>
  readonly dataFolder: string
  readonly log: Log
}

export const createSpokenIndex = (sources: SpokenSources): SpokenIndex => new SegmentedSpokenIndex(sources)

class SegmentedSpokenIndex implements SpokenIndex {
  readonly #sources: SpokenSources
  readonly #folder: string
  readonly #live = createLiveTexts()
  #segments: readonly OpenSegment[] | undefined
  /** Works whose live texts must be read again. */
  #pending: Set<number> | 'all' = 'all'
  #refreshed = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #building: Promise<void> | undefined
  #worker: Worker | undefined
  /** Whether texts changed during the current build. */
  #isOutdated = false
  #isClosed = false

  constructor(sources: SpokenSources) {
    this.#sources = sources
    this.#folder = join(sources.dataFolder, 'spoken')
    this.#refreshSoon()
  }

  find = async (terms: readonly LyricsTerm[]): Promise<SpokenSearchResult> => {
    await this.#refresh()
    const segments = this.#segments ?? []
    const texts = segments
      .toReversed()
      .flatMap((segment) => textsOf(segment, segment.find(terms), this.#live))
    return { texts, isComplete: this.#isComplete() }
  }

  #isComplete = (): boolean =>
    this.#segments !== undefined && !this.#building && this.#pending !== 'all' && this.#pending.size === 0

  worksChanged = (keys: readonly number[] | 'all'): void => {
    if (keys === 'all' || keys.length > maxNamed) this.#pending = 'all'
    else if (this.#pending !== 'all') for (const key of keys) this.#pending.add(key)
    this.#refreshSoon()
  }

  complete = async (): Promise<void> => {
    await this.#refresh()
    while (this.#building) await this.#building
  }

  close = async (): Promise<void> => {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#refreshed.catch(() => {})
    await this.#worker?.terminate()
    await this.#building
    for (const segment of this.#segments ?? []) segment.close()
    this.#segments = []
  }

  /** Schedules a refresh, so that the first search need not wait for it. The delay collects bursts of changes. */
  #refreshSoon(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#refresh().catch((error: unknown) => {
        if (!this.#isClosed) this.#sources.log.warn({ err: error }, 'what is spoken could not be read')
      })
    }, refreshDelayMs).unref()
  }

  #refresh(): Promise<void> {
    const begin = () => this.#refreshNow()
    this.#refreshed = this.#refreshed.then(begin, begin)
    return this.#refreshed
  }

  async #refreshNow(): Promise<void> {
    const changed = this.#pending
    if (this.#isClosed || (changed !== 'all' && changed.size === 0)) return
    this.#pending = new Set()
    try {
      const keys = changed === 'all' ? undefined : [...changed]
      this.#live.replace(keys, await listLiveTexts(this.#sources.database.read, keys))
    } catch (error) {
      this.#pending = 'all'
      throw error
    }
    this.#segments ??= openAll(this.#folder)
    if (this.#building) this.#isOutdated = true
    else this.#startBuild(this.#segments)
  }

  #startBuild(segments: readonly OpenSegment[]): void {
    const kept = segments.filter((one) => this.#live.isWhole(one))
    const missing = this.#live.firstMissing(kept)
    if (missing === undefined || this.#isClosed) return
    const staying = kept.filter(
      ({ tables, lines }) => lines >= linesPerSegment && (tables.texts.at(-1) ?? 0) < missing,
    )
    const after = staying.at(-1)?.tables.texts.at(-1) ?? 0
    this.#building = this.#build({ location: this.#sources.database.location, folder: this.#folder, after })
      .then((made) => {
        this.#segments = [...staying, ...made]
        for (const one of segments.filter((segment) => !staying.includes(segment))) {
          if (made.some(({ path }) => path === one.path)) one.close()
          else one.remove()
        }
      })
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#sources.log.warn({ err: error }, 'what is spoken could not be indexed')
      })
      .finally(() => {
        this.#building = undefined
        if (!this.#isOutdated || !this.#segments) return
        this.#isOutdated = false
        this.#startBuild(this.#segments)
      })
  }

  #build(order: SpokenWorkerData): Promise<OpenSegment[]> {
    return new Promise((resolve, reject) => {
      const made: OpenSegment[] = []
      const worker = new Worker(new URL('./spoken-worker.ts', import.meta.url), {
        workerData: order,
        resourceLimits: defaultYoungHeap,
      })
      this.#worker = worker
      worker.on('message', (path: string) => {
        const segment = openSegment(path)
        if (segment) made.push(segment)
      })
      worker.once('error', reject)
      worker.once('exit', (code) => (code === 0 ? resolve(made) : reject(new Error(`ended with ${code}`))))
    })
  }
}

function openAll(folder: string): OpenSegment[] {
  mkdirSync(folder, { recursive: true })
  const open: OpenSegment[] = []
  for (const name of readdirSync(folder).filter(isSegmentName)) {
    const segment = openSegment(join(folder, name))
    if (segment) open.push(segment)
    else rmSync(join(folder, name), { force: true })
  }
  open.sort((a, b) => (a.tables.texts[0] ?? 0) - (b.tables.texts[0] ?? 0))
  // A process killed between writing and deleting may have left the segment that was to be replaced.
  return open.filter((one, at) => {
    const isBehind = (open[at - 1]?.tables.texts.at(-1) ?? 0) < (one.tables.texts[0] ?? 0)
    if (!isBehind) one.remove()
    return isBehind
  })
}

type LiveTexts = ReturnType<typeof createLiveTexts>

/** The texts of present tracks, as the database has them. */
function createLiveTexts() {
  const byWork = new Map<number, readonly LiveText[]>()
  const byKey = new Map<number, LiveText>()
  return {
    has: (key: number) => byKey.has(key),
    replace: (works: readonly number[] | undefined, texts: readonly LiveText[]) => {
      for (const key of works ?? [...byWork.keys()]) {
        for (const text of byWork.get(key) ?? []) byKey.delete(text.key)
        byWork.delete(key)
      }
      for (const [workKey, some] of Map.groupBy(texts, (text) => text.workKey)) byWork.set(workKey, some)
      for (const text of texts) byKey.set(text.key, text)
    },
    /** Returns whether the segment matches the live texts. Its file may come from another database. */
    isWhole: ({ tables: { texts, works, firstLines } }: OpenSegment): boolean =>
      texts.every((key, at) => {
        const text = byKey.get(key)
        const lines = (firstLines[at + 1] ?? 0) - (firstLines[at] ?? 0)
        return !text || (text.workKey === works[at] && text.lines === lines)
      }),
    firstMissing: (segments: readonly OpenSegment[]): number | undefined => {
      const there = new Set(segments.flatMap(({ tables }) => [...tables.texts]))
      let first: number | undefined
      for (const key of byKey.keys()) if (!there.has(key) && (first === undefined || key < first)) first = key
      return first
    },
  }
}

/** Groups lines by text, the last text first, and drops texts that are not live. */
function textsOf({ tables }: OpenSegment, lines: Uint32Array, live: LiveTexts): MatchedText[] {
  const { texts, works, firstLines } = tables
  const found: MatchedText[] = []
  let text = 0
  for (let at = 0; at < lines.length; ) {
    while ((firstLines[text + 1] ?? Infinity) <= (lines[at] ?? 0)) text += 1
    const end = firstLines[text + 1] ?? Infinity
    const from = at
    while (at < lines.length && (lines[at] ?? 0) < end) at += 1
    const [key = 0, workKey = 0, firstLine = 0] = [texts[text], works[text], firstLines[text]]
    if (live.has(key)) found.push({ key, workKey, lines: lines.subarray(from, at), firstLine })
  }
  return found.reverse()
}
