import { demuxers, maxSeconds } from '../forms/form.rules.ts'

/** Enough for a waveform: the loudest parts are rarely above 4 kHz. */
const waveformHertz = 8_000

/** Decodes once for two outputs: samples for the waveform on standard output, the loudness summary on standard error. */
export const measurementArgs = (path: string | undefined): string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info', '-threads', '1'],
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxers],
  ...['-i', path === undefined ? 'pipe:0' : `file:${path}`],
  '-filter_complex',
  `[0:a:0]asplit=2[measured][drawn];[measured]ebur128=peak=true:framelog=verbose[loudness];[drawn]aresample=${waveformHertz},aformat=sample_fmts=s16:channel_layouts=stereo[shape]`,
  ...['-map', '[shape]', '-t', String(maxSeconds), '-f', 's16le', 'pipe:1'],
  ...['-map', '[loudness]', '-t', String(maxSeconds), '-f', 'null', '-'],
]

export interface Loudness {
  /** Hundredths of LUFS; null if the track is too quiet or too short. */
  readonly integrated: number | null
  /** Hundredths of dBTP; null for silence. */
  readonly truePeak: number | null
}

/** EBU R128 ignores blocks below −70 LUFS. */
const minLoudness = -7_000

export function parseLoudness(said: string): Loudness | undefined {
  const summary = said.slice(Math.max(said.lastIndexOf('Summary:'), 0))
  const integrated = /Integrated loudness:\s+I:\s+(\S+) LUFS/.exec(summary)?.[1]
  const peak = /True peak:\s+Peak:\s+(\S+) dBFS/.exec(summary)?.[1]
  if (integrated === undefined || peak === undefined) return undefined
  const loudness = toHundredths(integrated)
  return {
    integrated: loudness === null || loudness <= minLoudness ? null : loudness,
    truePeak: toHundredths(peak),
  }
}

function toHundredths(text: string): number | null {
  const value = Number(text)
  return Number.isFinite(value) ? Math.round(value * 100) : null
}
