import type { OpenFile } from '../../storages/storage.ts'
import { StorageError } from '../../storages/storage.ts'
import { runFfmpeg } from '../forms/run-ffmpeg.ts'
import { type Loudness, measurementArgs, parseLoudness } from './loudness.rules.ts'
import { createWaveform } from './waveform.rules.ts'

export interface MeasureJob {
  readonly program: string
  readonly source: OpenFile
  readonly name: string
  readonly copy: string
  readonly signal: AbortSignal
}

export interface TrackMeasurement extends Loudness {
  readonly waveform: Uint8Array
}

/** Fails with `damaged` if the source cannot be decoded or is too large, or with the error of the storage. */
export async function measureTrack(job: MeasureJob): Promise<TrackMeasurement> {
  if (job.source.sizeBytes > maxBytes) throw new StorageError('damaged', { cause: 'the file is too large' })
  const shape = createWaveform()
  const argsFor = ({ path }: { readonly path: string | undefined }) => measurementArgs(path)
  const stderrText = await runFfmpeg({ ...job, argsFor, onOutput: shape.add })
  const loudness = parseLoudness(stderrText)
  const waveform = shape.points()
  if (!loudness || !waveform) throw new StorageError('damaged', { cause: 'nothing was decoded' })
  return { ...loudness, waveform }
}

/** About two days of uncompressed audio. */
const maxBytes = 8 * 1024 ** 3
