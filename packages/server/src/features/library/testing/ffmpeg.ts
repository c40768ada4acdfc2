/** Detects the programs that audio tests need. Tests without them are skipped and reported as skipped. */
import { execFileSync, spawnSync } from 'node:child_process'

const runs = (name: string, option: string): boolean => spawnSync(name, [option]).status === 0

const program = 'ffmpeg'
const prober = 'ffprobe'

export const hasFfmpeg = runs(program, '-version') && runs(prober, '-version')

export function ffmpegTool(...args: string[]): void {
  execFileSync(program, ['-v', 'error', '-y', ...args])
}
export const hasMpv = runs('mpv', '--version')

/** Returns the output of ffprobe. */
export const probeTool = (...args: string[]): string =>
  execFileSync(prober, ['-v', 'error', ...args]).toString()
