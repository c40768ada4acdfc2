/** Whether the programs are here that tests of sounds need: a test without them is skipped, and listed as such. */
import { execFileSync, spawnSync } from 'node:child_process'

const runs = (name: string, option: string): boolean => spawnSync(name, [option]).status === 0

const program = 'ffmpeg'
const prober = 'ffprobe'

export const hasFfmpeg = runs(program, '-version') && runs(prober, '-version')

/** Writes a sound from others. */
export function ffmpegTool(...args: string[]): void {
  execFileSync(program, ['-v', 'error', '-y', ...args])
}
export const hasMpv = runs('mpv', '--version')

/** Returns what ffprobe says of a file. */
export const probeTool = (...args: string[]): string =>
  execFileSync(prober, ['-v', 'error', ...args]).toString()
