/**
 * Converts tracks to other forms. Concurrent requests share one conversion; results stay in a disk cache and are evicted when newer ones
 * need the space.
 */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defaultCaches, type SpaceShortageCheck } from '../../../lib/free-space.ts'
import { createExtractionCache } from '../../storages/archives/extraction-cache.ts'
import { type OpenFile, StorageError } from '../../storages/storage.ts'
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts'
import { conversionArgs, type MediaForm } from './form.rules.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

export interface TrackConverter {
  /** Returns the converter; undefined if it is not installed. */
  readonly program: () => Promise<Ffmpeg | undefined>
  /** Opens a converted track. Returns undefined if it cannot be converted here. Fails with `damaged` for a file that is not audio. */
  readonly open: (wanted: FormRequest, signal?: AbortSignal) => Promise<OpenFile | undefined>
  readonly close: () => Promise<void>
}

export interface FormRequest {
  readonly id: string
  readonly name: string
  readonly form: MediaForm
  readonly openSource: () => Promise<OpenFile>
}

export interface TrackConverterOptions {
  /** The folder must contain only results. */
  readonly folder: string
  /** A path, or a name on PATH. */
  readonly ffmpegPath: string
  readonly openMade: (path: string) => Promise<OpenFile>
  readonly maxBytes?: number
  /** Reports a lack of disk space; no conversion starts then. */
  readonly isShort?: SpaceShortageCheck | undefined
  /** Whether another thread of the server also converts into this folder. */
  readonly isBeside?: boolean
}

interface ConversionTarget {
  /** ETag of the source when the request began. */
  readonly etag: string
  readonly target: string
  readonly stop: AbortSignal
}

/** A conversion uses a core for one or two minutes. */
const conversionQueue = { atOnce: 2, maxWaiting: 10, maxWaitMs: 300_000 }

export function createTrackConverter({
  folder,
  ffmpegPath,
  openMade,
  maxBytes = defaultCaches.forms,
  isShort,
  isBeside = false,
}: TrackConverterOptions): TrackConverter {
  const resultCache = createExtractionCache(folder, { maxBytes, line: conversionQueue, isShort })
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  let ffmpegFound: Promise<Ffmpeg | undefined> | undefined
  if (!isBeside) removeUnfinished(folder)

  const program = () => {
    ffmpegFound ??= findFfmpeg(ffmpegPath)
    return ffmpegFound
  }
  const convertTrack = async (
    ffmpeg: Ffmpeg,
    wanted: FormRequest,
    { etag, target, stop }: ConversionTarget,
  ) => {
    const source = await wanted.openSource()
    try {
      if (source.etag !== etag) throw new StorageError('unavailable', { cause: 'the file is another by now' })
      const signal = AbortSignal.any([stop, closing.signal])
      const { name, form } = wanted
      await convert({ program: ffmpeg.path, source, name, form, target, signal })
    } finally {
      await source.close()
    }
  }
  return {
    program,
    open: async (wanted, signal) => {
      const ffmpeg = await program()
      if (!ffmpeg?.forms.includes(wanted.form)) return undefined
      const { etag, modifiedAt } = await readFacts(wanted)
      const name = cacheKeyOf([wanted.id, etag, wanted.form, ffmpeg.version])
      const path = await resultCache.extract(
        {
          name,
          sizeBytes: undefined,
          make: (target, stop) => {
            const job = convertTrack(ffmpeg, wanted, { etag, target, stop })
            running.add(job)
            return job.finally(() => running.delete(job))
          },
        },
        signal,
      )
      return { ...(await openMade(path)), etag: `"${name}"`, modifiedAt }
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

async function readFacts({ openSource }: FormRequest): Promise<Pick<OpenFile, 'etag' | 'modifiedAt'>> {
  const { etag, modifiedAt, close } = await openSource()
  await close()
  return { etag, modifiedAt }
}

/** Returns a cache key. Equal sources and program versions produce equal bytes. */
const cacheKeyOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)

/** Deletes partial files of a server that was killed. No conversion may be running. */
function removeUnfinished(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (/\.part(?:\.in)?$/.test(name)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // Nothing was made yet.
  }
}

interface Conversion {
  readonly program: string
  readonly source: OpenFile
  readonly name: string
  readonly form: MediaForm
  readonly target: string
  readonly signal: AbortSignal
}

/** Fails with `damaged` if the source cannot be converted, or with the error of its storage. */
async function convert({ form, target, ...job }: Conversion): Promise<void> {
  await runFfmpeg({ ...job, argsFor: (input) => conversionArgs(form, input, target), copy: `${target}.in` })
}
