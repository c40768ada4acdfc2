/** The real server over a folder, in its own process, timed from process start to ready. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../scripts/server-process.mjs'

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const loopMonitor = new URL('./loop-monitor.mjs', import.meta.url).href

export interface BenchServer {
  readonly origin: string
  readonly pid: number
  /** Milliseconds from process start until the server reported ready. */
  readonly readyMs: number
  readonly residentBytes: () => number
  /** Returns the peak resident bytes since the last `forgetPeak`. */
  readonly peakBytes: () => number
  readonly forgetPeak: () => void
  /** Returns the longest stalls of its event loop since the last call. */
  readonly maxStall: () => Promise<LoopStalls>
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}

/** The longest stalls of an event loop in milliseconds. `heldMs` excludes waits for a core, `ranMs` all waits; see `loop-monitor.mjs`. */
export interface LoopStalls {
  readonly stallMs: number
  readonly heldMs: number
  readonly ranMs: number
}

/** Starts a server; `url` is the database of a server that is one of several. */
export async function serveFolder(
  folder: string,
  url?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const started = performance.now()
  const loopFile = join(folder, 'bench-loop.txt')
  const env = {
    ...serverEnvironment,
    ...process.env,
    DATA_DIR: folder,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    KOEDANA_BENCH_LOOP: loopFile,
    ...more,
  }
  const child = spawn(process.execPath, [...serverFlags, '--import', loopMonitor, main, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Koedana is at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  while (!(await fetch(`${origin}/api/v3/health/ready`)).ok) await sleep(10)
  const readyMs = performance.now() - started
  const status = (field: string) => {
    const text = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1]) * 1024
  }
  return {
    origin,
    pid: child.pid ?? 0,
    readyMs,
    residentBytes: () => status('VmRSS'),
    peakBytes: () => status('VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    maxStall: () => readLongestStall(child, loopFile),
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond
    },
    stop: () => stopProcess(child),
  }
}

/** Ticks per second in /proc, on every Linux that Node.js supports. */
const clockTicksPerSecond = 100

/** Starts an idle process that measures its own stalls, which are caused by the machine. */
export function startIdleProcess(folder: string): Pick<BenchServer, 'maxStall' | 'stop'> {
  const loopFile = join(folder, 'bench-idle-loop.txt')
  const child = spawn(
    process.execPath,
    ['--import', loopMonitor, '--eval', 'setInterval(() => {}, 1_000_000)'],
    { env: { ...process.env, KOEDANA_BENCH_LOOP: loopFile }, stdio: 'inherit' },
  )
  return { maxStall: () => readLongestStall(child, loopFile), stop: () => stopProcess(child) }
}

async function readLongestStall(child: ChildProcess, loopFile: string): Promise<LoopStalls> {
  rmSync(loopFile, { force: true })
  child.kill('SIGUSR2')
  while (!existsSync(loopFile)) await sleep(5)
  const figures = readFileSync(loopFile, 'utf8').split(' ').map(Number)
  const [stallMs = Number.NaN, heldMs = Number.NaN, ranMs = Number.NaN] = figures
  return { stallMs, heldMs, ranMs }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
