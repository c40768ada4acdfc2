/**
 * `npm run bench:list -- --works 10000000`: a server with ten million works against one with a million. Measures the time to build the
 * index from nothing, peak memory, and how long one client waits for uncached lists.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { listUrls } from './list-urls.ts'
import { mebibytes, printResult, printTable, quantile } from './report.ts'

const million = 1_000_000
/** Limits: ratio of list times to those with a million works, and peak memory. */
const limits = { times: 10, bytes: 5 * 1024 ** 3 }
const warmUp = 300
const measured = 400

interface Figures {
  readonly readySeconds: number
  readonly restBytes: number
  readonly peakBytes: number
  readonly listMs: number
}

export async function measureScale(works: number): Promise<void> {
  const [few, many] = [await figuresOf(million), await figuresOf(works)]
  const row = (figure: string, of: (figures: Figures) => string, bound = '') => ({
    figure,
    [million.toLocaleString('en')]: of(few),
    [works.toLocaleString('en')]: of(many),
    bound,
  })
  printTable('Lists by size', [
    row('built from nothing, s', ({ readySeconds }) => readySeconds.toFixed(1)),
    row('memory at rest', ({ restBytes }) => mebibytes(restBytes)),
    row('memory at most', ({ peakBytes }) => mebibytes(peakBytes), mebibytes(limits.bytes)),
    row('a list over HTTP, p50, ms', ({ listMs }) => listMs.toFixed(2), `${limits.times} ×`),
  ])
  const ratio = Math.min((limits.times * few.listMs) / many.listMs, limits.bytes / many.peakBytes)
  printResult({ bar: `list-${works}`, ratio, holds: ratio >= 1 })
}

async function figuresOf(works: number): Promise<Figures> {
  const folder = await filledFolder(works)
  rmSync(join(folder, 'index.snapshot'), { force: true })
  const served = await serveFolder(folder)
  try {
    const supply = listUrls(works)
    await timesOf(served.origin, supply, warmUp)
    const listMs = quantile(await timesOf(served.origin, supply, measured), 0.5)
    const { readyMs } = served
    return {
      readySeconds: readyMs / 1_000,
      restBytes: served.residentBytes(),
      peakBytes: served.peakBytes(),
      listMs,
    }
  } finally {
    await served.stop()
  }
}

async function timesOf(origin: string, supply: Iterator<string>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const began = performance.now()
    await (await fetch(origin + String(supply.next().value))).arrayBuffer()
    times.push(performance.now() - began)
  }
  return times
}
