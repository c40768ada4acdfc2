/**
 * `npm run bench:places -- --listeners N`: N listeners report their positions every ten seconds to one server with SQLite. Measures
 * throughput, response times, transactions, and how much slower lists become meanwhile.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import SqliteDatabase from 'better-sqlite3'
import { copyWithAdmin } from './admin-client.ts'
import { readArguments, readNumber } from './arguments.ts'
import { type BenchServer, serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { listUrls } from './list-urls.ts'
import { fillListeners, type Listener } from './places-fill.ts'
import type { PlacesOrder, PlacesResult } from './places-load.ts'
import { printResult, printTable, quantile } from './report.ts'

const everySeconds = 10
const windowMs = 6_000
/** Pairs of windows, lists without and with reports: the median of three pairs varied by a third between runs. */
const windows = 9
const warmMs = 10_000
/** Minimum share of due reports that are answered in time, and maximum ratio of the median list times. */
const limits = { heldShare: 0.98, listGrowth: 1.2 }

const { works } = readArguments()
const count = readNumber('listeners') ?? 10_000

const folder = await copyWithAdmin(await filledFolder(works))
const listeners = fillListeners(folder, count)
const served = await serveFolder(folder)
const port = Number(new URL(served.origin).port)
try {
  await measure(served)
} finally {
  await served.stop()
  rmSync(folder, { recursive: true })
}

async function measure(server: BenchServer): Promise<void> {
  const supply = listUrls(works)
  await listLatencies(server, supply, warmMs)
  await runReports(windowMs)
  const alone: number[] = []
  const beside: { readonly listMs: number; readonly result: PlacesResult; readonly commits: number }[] = []
  await server.maxStall()
  let heldMs = 0
  for (let window = 0; window < windows; window++) {
    alone.push(quantile(await listLatencies(server, supply, windowMs), 0.5))
    await server.maxStall()
    const counter = countCommits()
    const reports = runReports(windowMs)
    const listMs = quantile(await listLatencies(server, supply, windowMs), 0.5)
    const result = await reports
    beside.push({ listMs, result, commits: counter.stop() / (windowMs / 1_000) })
    heldMs = Math.max(heldMs, (await server.maxStall()).heldMs)
  }
  const median = (of: (one: (typeof beside)[number]) => number) => quantile(beside.map(of), 0.5)
  const due = count / everySeconds
  const held = median(({ result }) => result.responsesPerSecond)
  const growth = quantile(
    beside.map(({ listMs }, at) => listMs / alone[at]!),
    0.5,
  )
  printTable(`${count} listeners who report every ${everySeconds} s, beside lists of ${works} works`, [
    { figure: 'reports due a second', value: due.toFixed(0) },
    { figure: 'responded to a second', value: held.toFixed(0) },
    { figure: 'p50 of a report, ms', value: median(({ result }) => result.p50).toFixed(1) },
    { figure: 'p99 of a report, ms', value: median(({ result }) => result.p99).toFixed(1) },
    { figure: 'transactions a second', value: median(({ commits }) => commits).toFixed(1) },
    { figure: 'loop held at most, ms', value: heldMs.toFixed(1) },
    { figure: 'p50 of a list alone, ms', value: quantile(alone, 0.5).toFixed(2) },
    { figure: 'p50 of a list beside, ms', value: median(({ listMs }) => listMs).toFixed(2) },
    { figure: 'the list grows by', value: `${((growth - 1) * 100).toFixed(0)} % (bound 20 %)` },
  ])
  const ratio = Math.min(held / due / limits.heldShare, limits.listGrowth / growth)
  printResult({ bar: `places-${count}`, ratio, holds: ratio >= 1 })
}

/** Reads lists one after another, with a short pause. */
async function listLatencies(
  server: BenchServer,
  supply: Iterator<string>,
  milliseconds: number,
): Promise<number[]> {
  const latencies: number[] = []
  for (const until = performance.now() + milliseconds; performance.now() < until; ) {
    const started = performance.now()
    const response = await fetch(server.origin + String(supply.next().value))
    await response.arrayBuffer()
    latencies.push(performance.now() - started)
    await sleep(2)
  }
  return latencies
}

async function runReports(milliseconds: number): Promise<PlacesResult> {
  const child = fork(fileURLToPath(new URL('./places-load.ts', import.meta.url)))
  const order: PlacesOrder = {
    port,
    listeners: [...(listeners satisfies Listener[])],
    everySeconds,
    milliseconds,
  }
  child.send(order)
  const [result]: PlacesResult[] = await once(child, 'message')
  child.kill()
  if (!result) throw new Error('the reporting process said nothing')
  return result
}

/** Counts commits: SQLite's data_version changes with each commit of other connections, so frequent polling counts them. */
function countCommits(): { readonly stop: () => number } {
  const db = new SqliteDatabase(sqliteFile(folder), { readonly: true })
  const version = () => Number(db.pragma('data_version', { simple: true }))
  let last = version()
  let commits = 0
  const timer = setInterval(() => {
    const now = version()
    if (now !== last) commits += 1
    last = now
  }, 1)
  return {
    stop: () => {
      clearInterval(timer)
      db.close()
      return commits
    },
  }
}
