import type { OpenFile } from '../../storages/storage.ts'
import { StorageError } from '../../storages/storage.ts'
import { runOver } from '../forms/run-over.ts'
import { type Loudness, loudnessIn, measuringArgs } from './loudness.rules.ts'
import { createWaveform } from './waveform.rules.ts'

export interface Measuring {
  readonly program: string
  readonly source: OpenFile
  readonly name: string
  readonly copy: string
  readonly signal: AbortSignal
}

export interface Measured extends Loudness {
  readonly waveform: Uint8Array
}

/** Fails with `damaged` if the source cannot be decoded or is too large, or with the error of the storage. */
export async function measure(job: Measuring): Promise<Measured> {
  if (job.source.sizeBytes > maxBytes) throw new StorageError('damaged', { cause: 'the file is too large' })
  const shape = createWaveform()
  const argsFor = ({ path }: { readonly path: string | undefined }) => measuringArgs(path)
  const said = await runOver({ ...job, argsFor, onOutput: shape.add })
  const loudness = loudnessIn(said)
  const waveform = shape.points()
  if (!loudness || !waveform) throw new StorageError('damaged', { cause: 'nothing was decoded' })
  return { ...loudness, waveform }
}

/** About two days of uncompressed audio. */
const maxBytes = 8 * 1024 ** 3
