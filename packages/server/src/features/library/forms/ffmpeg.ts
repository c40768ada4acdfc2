/** The program of the system that decodes and encodes sounds, as far as there is one. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { formEncoders, type MediaForm, mediaForms } from './form.rules.ts'

export interface Ffmpeg {
  readonly path: string
  /** The version that it prints. */
  readonly version: string
  /** It has encoders for these. */
  readonly forms: readonly MediaForm[]
}

/** A program that does not respond is none. */
const longestWaitMs = 10_000

/** Returns undefined where it cannot be run. `path` is a name on PATH, or a path. */
export async function findFfmpeg(path: string): Promise<Ffmpeg | undefined> {
  const outputOf = async (option: string) =>
    (await promisify(execFile)(path, ['-hide_banner', option], { timeout: longestWaitMs })).stdout
  try {
    const [version, encoders] = await Promise.all([outputOf('-version'), outputOf('-encoders')])
    const named = new Set([...encoders.matchAll(/^ A\S+ (\S+)/gm)].map(([, name]) => name))
    return {
      path,
      version: /^ffmpeg version (\S{1,60})/.exec(version)?.[1] ?? '?',
      forms: mediaForms.filter((form) => named.has(formEncoders[form].encoder)),
    }
  } catch {
    return undefined
  }
}
