/**
 * Measures uncached lists of one server thread that shares one core with its client, and of two threads that share two cores with theirs,
 * on SQLite. The client works as much per list in both cases, so that both have the same share of CPU for their lists. Linux only
 * (`taskset`).
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serveFolder } from './bench-server.ts'
import { feedFile } from './feed-file.ts'
import { listUrls } from './list-urls.ts'
import { generateLoad } from './load-generator.ts'
import { printResult, printTable, quantile } from './report.ts'

const works = 20_000
const minGain = 1.7
const rounds = 5
/** Each thread compiles code and caches cards for itself. */
const warmMs = 6_000
const loadMs = 4_000
/** The kernel distributes connections by hash: with few connections, one thread may get almost all. */
const connections = 32
const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const cache = join(import.meta.dirname, '..', '.cache', 'bench')

/** Rate per second of the server's own CPU time shows whether threads slow each other down. */
interface ListRate {
  readonly aSecond: number
  readonly aCpuSecond: number
}

const cores = { 1: '0', 2: '0,1' } as const

export async function measureThreads(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-threads-'))
  try {
    await importFeed(folder, await feedFile(cache, works))
    const rates: Record<1 | 2, ListRate[]> = { 1: [], 2: [] }
    // The two take turns, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round++)
      for (const threads of [1, 2] as const)
        rates[threads].push(await onCores(cores[threads], () => rateWith(folder, threads)))
    const median = (threads: 1 | 2, of: keyof ListRate) =>
      quantile(
        rates[threads].map((rate) => rate[of]),
        0.5,
      )
    const gains = rates[2].map(({ aSecond }, round) => aSecond / (rates[1][round]?.aSecond ?? Number.NaN))
    const gain = quantile(gains, 0.5)
    const row = (figure: string, value: number, bound: number | string = '') => ({
      figure,
      value: value.toFixed(2),
      bound,
    })
    printTable(`One and two threads over one index of ${works} works`, [
      row('lists a second, one thread and its client on one core', median(1, 'aSecond')),
      row('lists a second, two threads and their client on two cores', median(2, 'aSecond')),
      row('two threads on two cores carry, times', gain, minGain),
      row("lists a second of the server's own processor time, one thread", median(1, 'aCpuSecond')),
      row("lists a second of the server's own processor time, two threads", median(2, 'aCpuSecond')),
    ])
    const ratio = gain / minGain
    printResult({ bar: 'scale-two-threads', ratio, holds: ratio >= 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a function with this process and its children limited to these cores. */
async function onCores<T>(wanted: string, run: () => Promise<T>): Promise<T> {
  const confine = (list: string) => execFileSync('taskset', ['-apc', list, String(process.pid)])
  const all = /list: (\S+)/.exec(String(execFileSync('taskset', ['-pc', String(process.pid)])))?.[1] ?? ''
  confine(wanted)
  try {
    return await run()
  } finally {
    confine(all)
  }
}

async function rateWith(folder: string, threads: number): Promise<ListRate> {
  const server = await serveFolder(folder, undefined, { THREADS: String(threads) })
  try {
    const { port, host } = new URL(server.origin)
    const supply = listUrls(works)
    const load = (milliseconds: number) =>
      generateLoad({
        port: Number(port),
        connections,
        milliseconds,
        request: () => `GET ${String(supply.next().value)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        status: 200,
        sleeps: true,
      })
    // The other thread starts a little later than the first responses.
    await sleep(3_000)
    await load(warmMs)
    const [cpu, began] = [server.cpuSeconds(), performance.now()]
    const aSecond = await load(loadMs)
    const seconds = (performance.now() - began) / 1_000
    return { aSecond, aCpuSecond: (aSecond * seconds) / (server.cpuSeconds() - cpu) }
  } finally {
    await server.stop()
  }
}

function importFeed(folder: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'import', file], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the import ended with ${code}`)),
    )
  })
}
