/** Starts servers and commands in their own processes, for tests of the process itself. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

export type Program = ChildProcessByStdio<null, Readable, Readable>

/** Creates a launcher of programs. They use the data folder that `folder` returns unless the environment names another. */
export function createPrograms(folder: () => string) {
  const running: Program[] = []

  const start = (args: readonly string[], more: Record<string, string> = {}): Program => {
    const env = { ...process.env, DATA_DIR: folder(), PORT: '0', HOST: '127.0.0.1', ...more }
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.push(child)
    return child
  }

  /** Starts a server. Resolves when it prints its URL. Rejects with its output if it ends before. */
  const startServer = (args: readonly string[] = [], more?: Record<string, string>) => {
    const child = start(['serve', ...args], more)
    let said = ''
    return new Promise<{ child: Program; origin: string }>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        said += String(bytes)
        const [, origin] = /Koedana is at (\S+)/.exec(said) ?? []
        if (origin) resolve({ child, origin })
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', () => reject(new Error(said)))
    })
  }

  return {
    begin: start,
    serving: startServer,
    endAll: () => Promise.all(running.splice(0).map((child) => end(child, 'SIGKILL'))),
  }
}

export async function end(child: Program, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

export async function waitForExit(child: Program) {
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, errors }
}
