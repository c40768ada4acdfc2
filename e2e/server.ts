/** Runs the real program in its own process and data folder, on a free port, until the test ends. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../packages/server/src/testing/free-port.ts'

const endsWithTest = fileURLToPath(new URL('./ends-with-test.ts', import.meta.url))
const movableClock = fileURLToPath(new URL('./movable-clock.ts', import.meta.url))
const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))

export interface RunningServer {
  readonly origin: string
  readonly stop: () => Promise<void>
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>
  /** Moves the server's clock forward by a minute, if `hasMovableClock` is set. */
  readonly passMinute: () => void
}

export interface ServerOptions {
  readonly hasMovableClock?: boolean
  /** The server's public URL if a proxy is in front of it. */
  readonly publicUrl?: string
  /** Reuses the port of an earlier server. */
  readonly port?: number
}

export interface DataFolder {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Environment variable with the folder of all journeys' data. */
export const folderVariable = 'KOEDANA_JOURNEYS'

/** Returns a data folder that is removed with the test. */
export async function temporaryFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(process.env[folderVariable] ?? tmpdir(), 'koedana-e2e-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Runs `koedana …` and returns its output. Throws with the output if it fails. */
export async function koedana(dataFolder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataFolder }
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

export async function startServer(
  dataFolder: string,
  { hasMovableClock = false, publicUrl, port: wanted }: ServerOptions = {},
): Promise<RunningServer> {
  const port = wanted ?? (publicUrl === undefined ? 0 : await freePort())
  const env = {
    ...process.env,
    DATA_DIR: dataFolder,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
  }
  const loaded = [endsWithTest, ...(hasMovableClock ? [movableClock] : [])]
  const flags = loaded.flatMap((file) => ['--import', file])
  const child = spawn(process.execPath, [...flags, main, 'serve'], { env, stdio: 'pipe' })
  const announced = await announcedOrigin(child)
  const origin = publicUrl === undefined ? announced : `http://127.0.0.1:${port}`
  return {
    origin,
    stop: () => stop(child),
    kill: () => stop(child, 'SIGKILL'),
    passMinute: () => child.kill('SIGUSR2'),
  }
}

/** Resolves when the program prints its address. Throws with its output if it exits instead. */
export function announcedOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const origin = /Koedana is at (http:\S+)/.exec(output)?.[1]
      if (origin) resolve(origin)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
