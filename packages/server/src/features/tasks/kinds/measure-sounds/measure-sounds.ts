/** Implements `measure_sounds`: measures the loudness and waveform of each track, one after another. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import type { Ffmpeg } from '../../../library/forms/ffmpeg.ts'
import { measureTrack, type TrackMeasurement } from '../../../library/measure/measure.ts'
import {
  countUnmeasured,
  deleteFailedMeasurements,
  deleteStrayMeasurements,
  saveMeasurement,
  type UnmeasuredFile,
  walkUnmeasured,
} from '../../../library/measure/measurements.store.ts'
import type { OpenStorage } from '../../../storages/open-storages.ts'
import { lastPart } from '../../../storages/path.rules.ts'
import { StorageError } from '../../../storages/storage.ts'
import { JobFailed, type RunKind } from '../../run/job.ts'
import { type Phase, type PhaseContext, runPhases } from '../phases.ts'

export interface MeasureSources {
  readonly database: Database
  readonly openStorage: OpenStorage
  readonly findFfmpeg: () => Promise<Ffmpeg | undefined>
  /** Folder for copies of files that ffmpeg cannot read from a pipe. It must contain nothing else, since it is emptied. */
  readonly measuringFolder: string
}

export const createMeasureSounds =
  (sources: MeasureSources): RunKind =>
  (job) =>
    runPhases(job, [sounds(sources)])

/** ID of the file after which the task continues. */
const State = v.object({ afterFile: v.string() })

const sounds = (sources: MeasureSources): Phase => ({
  name: 'files',
  run: async (context) => {
    const { database, findFfmpeg, measuringFolder } = sources
    const ffmpeg = await findFfmpeg()
    if (!ffmpeg) throw new JobFailed({ code: 'measure.noFfmpeg', values: {} })
    // A process that was killed may have left a copy.
    rmSync(measuringFolder, { recursive: true, force: true })
    mkdirSync(measuringFolder, { recursive: true })
    const begun = v.is(State, context.state) ? context.state.afterFile : ''
    if (context.state === null && context.job.only) await context.step(again)
    let left = await countUnmeasured(database.read, begun)
    let afterFile = begun
    for await (const { files, last } of walkUnmeasured(database.read, begun)) {
      const measured = new Set<string>()
      for (const one of files) {
        left -= 1
        // A file with the same fingerprint has the same bytes.
        if (measured.has(one.fingerprint)) continue
        measured.add(one.fingerprint)
        await measureOne(sources, context, { ffmpeg, one, left, afterFile })
      }
      afterFile = last
    }
    await context.step(async (tx) => {
      await deleteStrayMeasurements(tx)
      return { state: { afterFile }, left: 0 }
    })
  },
})

const again = async (tx: Parameters<typeof deleteFailedMeasurements>[0]) => {
  await deleteFailedMeasurements(tx)
  return { state: { afterFile: '' } }
}

interface OneSound {
  readonly ffmpeg: Ffmpeg
  readonly one: UnmeasuredFile
  readonly left: number
  /** After a restart, the files of the current window are listed again without the measured ones. */
  readonly afterFile: string
}

async function measureOne(
  sources: MeasureSources,
  { job, step }: PhaseContext,
  { ffmpeg, one, left, afterFile }: OneSound,
): Promise<void> {
  job.signal.throwIfAborted()
  const { fingerprint, storage, path } = one
  const item = join(storage.root, path)
  job.at(item)
  const measured = await measureAt(sources, { ffmpeg, one, signal: job.signal })
  job.signal.throwIfAborted()
  await step(async (tx) => {
    if (measured !== 'away')
      await saveMeasurement(
        tx,
        { fingerprint, now: job.now() },
        measured === 'damaged' ? undefined : measured,
      )
    const state = { afterFile }
    const said = { item, thing: 'files' } as const
    if (measured === 'away')
      return { state, left, items: [{ ...said, outcome: 'skipped', reason: 'fileMissing' }] }
    if (measured === 'damaged')
      return { state, left, items: [{ ...said, outcome: 'failed', reason: 'soundUnreadable' }] }
    return { state, left, silent: ['added'], items: [{ ...said, outcome: 'added' }] }
  })
}

/** Returns `away` if the file may be available later, and `damaged` if it can never be decoded. */
async function measureAt(
  { openStorage, measuringFolder }: MeasureSources,
  {
    ffmpeg,
    one,
    signal,
  }: { readonly ffmpeg: Ffmpeg; readonly one: UnmeasuredFile; readonly signal: AbortSignal },
): Promise<TrackMeasurement | 'away' | 'damaged'> {
  try {
    const source = await openStorage(one.storage).open(one.path, signal)
    try {
      const copy = join(measuringFolder, one.fingerprint)
      return await measureTrack({ program: ffmpeg.path, source, name: lastPart(one.path), copy, signal })
    } finally {
      await source.close()
    }
  } catch (error) {
    if (signal.aborted) return 'away'
    return error instanceof StorageError && error.fault === 'damaged' ? 'damaged' : 'away'
  }
}
