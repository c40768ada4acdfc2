/** The work of `measure_sounds`: how loud each sound is, and its shape, one after the other, in the background. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import type { Ffmpeg } from '../../../library/forms/ffmpeg.ts'
import { type Measured, measure } from '../../../library/measure/measure.ts'
import {
  countUnmeasured,
  deleteStrayMeasured,
  forgetFailed,
  listUnmeasured,
  saveMeasured,
  type Unmeasured,
} from '../../../library/measure/measured.store.ts'
import type { OpenStorage } from '../../../storages/open-storages.ts'
import { lastPart } from '../../../storages/path.rules.ts'
import { StorageError } from '../../../storages/storage.ts'
import { JobFailed, type RunKind } from '../../run/job.ts'
import { type Phase, type PhaseContext, runPhases } from '../phases.ts'

export interface MeasureSources {
  readonly database: Database
  readonly openStorage: OpenStorage
  readonly findFfmpeg: () => Promise<Ffmpeg | undefined>
  /** For copies of sounds that cannot be read by a pipe; nothing else lies there. */
  readonly measuringFolder: string
}

export const createMeasureSounds =
  (sources: MeasureSources): RunKind =>
  (job) =>
    runPhases(job, [sounds(sources)])

const State = v.object({ after: v.string() })
/** So many are asked for at a time. */
const batchSize = 100

const sounds = (sources: MeasureSources): Phase => ({
  name: 'files',
  run: async (context) => {
    const { database, findFfmpeg, measuringFolder } = sources
    const ffmpeg = await findFfmpeg()
    if (!ffmpeg) throw new JobFailed('there is no ffmpeg on this machine')
    mkdirSync(measuringFolder, { recursive: true })
    let after = v.is(State, context.state) ? context.state.after : ''
    if (context.state === null && context.job.only) await context.step(again)
    for (;;) {
      const batch = await listUnmeasured(database.read, after, batchSize)
      if (batch.length === 0) break
      let left = await countUnmeasured(database.read)
      for (const one of batch) {
        // A copy of the one before has the same bytes.
        if (one.fingerprint === after) continue
        left -= 1
        after = one.fingerprint
        await measureOne(sources, context, { ffmpeg, one, left })
      }
    }
    await context.step(async (tx) => {
      await deleteStrayMeasured(tx)
      return { state: { after } }
    })
  },
})

const again = async (tx: Parameters<typeof forgetFailed>[0]) => {
  await forgetFailed(tx)
  return { state: { after: '' } }
}

interface OneSound {
  readonly ffmpeg: Ffmpeg
  readonly one: Unmeasured
  readonly left: number
}

async function measureOne(
  sources: MeasureSources,
  { job, step }: PhaseContext,
  { ffmpeg, one, left }: OneSound,
): Promise<void> {
  job.signal.throwIfAborted()
  const { fingerprint, storage, path } = one
  const item = join(storage.root, path)
  job.at(item)
  const measured = await measureAt(sources, { ffmpeg, one, signal: job.signal })
  job.signal.throwIfAborted()
  await step(async (tx) => {
    if (measured !== 'away')
      await saveMeasured(tx, { fingerprint, now: job.now() }, measured === 'damaged' ? undefined : measured)
    const state = { after: fingerprint }
    const said = { item, thing: 'files' } as const
    if (measured === 'away')
      return { state, left, items: [{ ...said, outcome: 'skipped', reason: 'fileMissing' }] }
    if (measured === 'damaged')
      return { state, left, items: [{ ...said, outcome: 'failed', reason: 'soundUnreadable' }] }
    return { state, left, silent: ['added'], items: [{ ...said, outcome: 'added' }] }
  })
}

/** `away`: another time it may be there. `damaged`: these bytes will never be decoded. */
async function measureAt(
  { openStorage, measuringFolder }: MeasureSources,
  {
    ffmpeg,
    one,
    signal,
  }: { readonly ffmpeg: Ffmpeg; readonly one: Unmeasured; readonly signal: AbortSignal },
): Promise<Measured | 'away' | 'damaged'> {
  try {
    const source = await openStorage(one.storage).open(one.path, signal)
    try {
      const copy = join(measuringFolder, one.fingerprint)
      return await measure({ program: ffmpeg.path, source, name: lastPart(one.path), copy, signal })
    } finally {
      await source.close()
    }
  } catch (error) {
    if (signal.aborted) return 'away'
    return error instanceof StorageError && error.fault === 'damaged' ? 'damaged' : 'away'
  }
}
