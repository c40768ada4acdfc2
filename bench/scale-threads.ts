/**
 * Lists of one and of two threads of a server on SQLite that nobody asked before. Whoever asks needs a core too, so that on two cores
 * two threads never have both: besides lists a second by the wall, it is measured what a list takes of the processor while one
 * and while two threads work at the same time. What two cores carry is twice what one second of the processor makes.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { feedFile } from './feed-file.ts'
import { generateLoad } from './http-load.ts'
import { addresses } from './http-mix.ts'
import { printResult, printTable } from './report.ts'
import { serveFolder } from './served.ts'

const works = 20_000
const leastGain = 1.7
const rounds = 3
const loadMs = 4_000
const connections = 8
const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const cache = join(import.meta.dirname, '..', '.cache', 'bench')

interface Rate {
  readonly aSecond: number
  readonly aCpuSecond: number
}

export async function measureThreads(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-threads-'))
  try {
    await imported(folder, await feedFile(cache, works))
    const rates: Record<1 | 2, Rate[]> = { 1: [], 2: [] }
    // In turn, so that what else the machine does meets both.
    for (let round = 0; round < rounds; round++)
      for (const threads of [1, 2] as const) rates[threads].push(await rateWith(folder, threads))
    const best = (threads: 1 | 2, of: keyof Rate) => Math.max(...rates[threads].map((rate) => rate[of]))
    const gain = (2 * best(2, 'aCpuSecond')) / best(1, 'aCpuSecond')
    const row = (figure: string, value: number, bound: number | string = '') => ({
      figure,
      value: value.toFixed(2),
      bound,
    })
    printTable(`One and two threads over one index of ${works} works`, [
      row('lists a second by the wall, one thread', best(1, 'aSecond')),
      row('lists a second by the wall, two threads', best(2, 'aSecond')),
      row('lists a second of the processor, one thread', best(1, 'aCpuSecond')),
      row('lists a second of the processor, two threads', best(2, 'aCpuSecond')),
      row('two threads on two free cores carry, times', gain, leastGain),
    ])
    const ratio = gain / leastGain
    printResult({ bar: 'scale-two-threads', ratio, holds: ratio >= 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function rateWith(folder: string, threads: number): Promise<Rate> {
  const server = await serveFolder(folder, undefined, { THREADS: String(threads) })
  try {
    const { port, host } = new URL(server.origin)
    const supply = addresses(works)
    const load = (milliseconds: number) =>
      generateLoad({
        port: Number(port),
        connections,
        milliseconds,
        request: () => `GET ${String(supply.next().value)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        status: 200,
      })
    // The other thread begins a little later than the first answers, and both grow warm.
    await sleep(3_000)
    await load(2_000)
    const [cpu, began] = [server.cpuSeconds(), performance.now()]
    const aSecond = await load(loadMs)
    const seconds = (performance.now() - began) / 1_000
    return { aSecond, aCpuSecond: (aSecond * seconds) / (server.cpuSeconds() - cpu) }
  } finally {
    await server.stop()
  }
}

function imported(folder: string, file: string): Promise<void> {
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
