/**
 * Other forms of sounds: each is made once, for as long as somebody waits for it, and is then a file like others, until what
 * was requested later needs its room.
 */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ShortOfSpace, usualCaches } from '../../../lib/free-space.ts'
import { createExtractions } from '../../storages/archives/extractions.ts'
import { type OpenFile, StorageError } from '../../storages/storage.ts'
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts'
import { conversionArgs, type MediaForm } from './form.rules.ts'
import { runOver } from './run-over.ts'

export interface Forms {
  /** Returns the program that makes them; undefined without it. */
  readonly program: () => Promise<Ffmpeg | undefined>
  /** Returns undefined where it cannot be made here. Fails with `damaged` for what is no sound. */
  readonly open: (wanted: WantedForm, signal?: AbortSignal) => Promise<OpenFile | undefined>
  /** Ends what is being made. */
  readonly close: () => Promise<void>
}

export interface WantedForm {
  /** The id of the file. */
  readonly id: string
  readonly name: string
  readonly form: MediaForm
  readonly openSource: () => Promise<OpenFile>
}

export interface FormsOptions {
  /** Holds what was made, and nothing else. */
  readonly folder: string
  /** A path, or a name on PATH. */
  readonly ffmpegPath: string
  /** Opens what was made. */
  readonly openMade: (path: string) => Promise<OpenFile>
  readonly mostBytes?: number
  /** Nothing is made where it says that there is no room. */
  readonly isShort?: ShortOfSpace | undefined
  /** Another thread of the server makes some in the same folder. */
  readonly isBeside?: boolean
}

interface Making {
  /** The ETag of the source, as it was seen. */
  readonly etag: string
  readonly target: string
  readonly stop: AbortSignal
}

/** A conversion takes a core for a minute or two. */
const line = { atOnce: 2, mostWaiting: 10, maxWaitMs: 300_000 }

export function createForms({
  folder,
  ffmpegPath,
  openMade,
  mostBytes = usualCaches.forms,
  isShort,
  isBeside = false,
}: FormsOptions): Forms {
  const made = createExtractions(folder, { mostBytes, line, isShort })
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  let found: Promise<Ffmpeg | undefined> | undefined
  if (!isBeside) removeUnfinished(folder)

  const program = () => {
    found ??= findFfmpeg(ffmpegPath)
    return found
  }
  const make = async (ffmpeg: Ffmpeg, wanted: WantedForm, { etag, target, stop }: Making) => {
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
      const { etag, modifiedAt } = await factsOf(wanted)
      const name = nameOf([wanted.id, etag, wanted.form, ffmpeg.version])
      const path = await made.extract(
        {
          name,
          sizeBytes: undefined,
          make: (target, stop) => {
            const job = make(ffmpeg, wanted, { etag, target, stop })
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

async function factsOf({ openSource }: WantedForm): Promise<Pick<OpenFile, 'etag' | 'modifiedAt'>> {
  const { etag, modifiedAt, close } = await openSource()
  await close()
  return { etag, modifiedAt }
}

/** The same bytes are made of the same file by the same program: the name distinguishes them from all others. */
const nameOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)

/** Removes what a server left that was ended on its way. Nobody may be making anything. */
function removeUnfinished(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (/\.part(?:\.in)?$/.test(name)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // Nothing was made yet.
  }
}

/** Converts a sound into another form. */
interface Conversion {
  /** The converter. */
  readonly program: string
  readonly source: OpenFile
  /** The name of the source. */
  readonly name: string
  readonly form: MediaForm
  /** The path to which the result is written. */
  readonly target: string
  readonly signal: AbortSignal
}

/** Fails with `damaged` for what cannot be converted, and as its storage does where that fails. */
async function convert({ form, target, ...job }: Conversion): Promise<void> {
  await runOver({ ...job, argsFor: (input) => conversionArgs(form, input, target), copy: `${target}.in` })
}
