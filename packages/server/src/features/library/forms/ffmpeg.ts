import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { formEncoders, type MediaForm, mediaForms } from './form.rules.ts'

export interface Ffmpeg {
  readonly path: string
  readonly version: string
  /** Forms for which it has an encoder. */
  readonly forms: readonly MediaForm[]
}

const maxWaitMs = 10_000

/** Returns undefined if the program cannot be run. `path` is a path, or a name on PATH. */
export async function findFfmpeg(path: string): Promise<Ffmpeg | undefined> {
  const outputOf = async (option: string) =>
    (await promisify(execFile)(path, ['-hide_banner', option], { timeout: maxWaitMs })).stdout
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
