/**
 * `npm run bench:http -- --works N [--min X]`: lists over HTTP from the real server, in turn with bare node:http that sends the same
 * prepared bytes from its own process. Modes: unique requests, one request that everyone makes, and one whose response the client has
 * cached. `--mix facets|search` runs `http-latency.ts` instead.
 */
import { fork } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { readArguments, readChoice } from './arguments.ts'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { measureLatency } from './http-latency.ts'
import type { PreparedResponse } from './http-rival.ts'
import { commonUrl, listUrls } from './list-urls.ts'
import { generateLoad, type Load } from './load-generator.ts'
import { printResult, printTable, quantile } from './report.ts'

const connections = 16
const windowMs = 700
const windows = 7
/**
 * Warm-up until code is compiled and cards are cached. With a million works, the rate grows for 42 seconds, from 2,100 to 4,400 per second,
 * and then stays.
 */
const warmMs = (works: number) => (works >= 1_000_000 ? 45_000 : 12_000)
const readyResponses = 200

const ownHeaders = new Set(['date', 'connection', 'keep-alive'])
const requestHeaders = { 'accept-language': 'ja-JP', 'accept-encoding': 'identity' }

const { works, min } = readArguments()
const mix = readChoice('mix', ['facets', 'search'])
if (mix !== undefined) {
  await measureLatency(works, mix)
  process.exit()
}
const served = await serveFolder(await filledFolder(works))
const port = Number(new URL(served.origin).port)
const supply = listUrls(works)

const common = await readyResponse(commonUrl)
const etag = common.headers[common.headers.indexOf('etag') + 1] ?? ''
const many: PreparedResponse[] = []
while (many.length < readyResponses) many.push(await readyResponse(supply.next().value))

/** URLs are generated in advance, so that the generator is not measured. */
const prepared: string[] = []
const preparedBefore = 10_000

const modes = [
  {
    mode: 'uncached',
    bar: works >= 1_000_000 ? 0.1 : 0.28,
    ready: many,
    status: 200 as const,
    request: () => prepared.pop() ?? requestFor(supply.next().value),
  },
  {
    mode: 'cached',
    bar: 0.6,
    ready: [common],
    status: 200 as const,
    request: constant(requestFor(commonUrl)),
  },
  {
    mode: '304',
    bar: 0.6,
    ready: [await readyResponse(commonUrl, { 'if-none-match': etag })],
    status: 304 as const,
    request: constant(requestFor(commonUrl, { 'if-none-match': etag })),
  },
]

const rows = []
try {
  for (const mode of modes) rows.push({ ...mode, ...(await compare(mode)) })
} finally {
  await served.stop()
}
printTable(
  `Lists over HTTP, ${works} works, ${connections} connections`,
  rows.map(({ mode, koedana, bare, ratio, bar, busy }) => ({
    mode,
    'Koedana, 1/s': koedana.toFixed(0),
    'node:http, 1/s': bare.toFixed(0),
    ratio: ratio.toFixed(2),
    bar: bar.toFixed(2),
    'generator busy': `${(busy * 100).toFixed(0)} %`,
  })),
)
const worst = Math.min(...rows.map(({ ratio, bar }) => ratio / bar))
printResult({ bar: `http-${works}`, ratio: worst, holds: worst >= (min ?? 1) })

/** Returns the medians of the windows of each side, and of the ratios of adjacent windows. */
async function compare({
  ready,
  request,
  status,
}: Pick<Load, 'request' | 'status'> & { ready: PreparedResponse[] }) {
  const rival = await startRival(ready)
  const measured = (at: number, milliseconds = windowMs) => {
    while (prepared.length < preparedBefore) prepared.push(requestFor(supply.next().value))
    return generateLoad({ port: at, connections, milliseconds, request, status })
  }
  await measured(port, warmMs(works))
  await measured(rival.port)
  const pairs: { koedana: number; bare: number }[] = []
  const before = performance.eventLoopUtilization()
  for (let round = 0; round < windows; round++) {
    pairs.push({ koedana: await measured(port), bare: await measured(rival.port) })
  }
  const busy = performance.eventLoopUtilization(before).utilization
  rival.stop()
  const median = (of: (pair: { koedana: number; bare: number }) => number) => quantile(pairs.map(of), 0.5)
  return {
    koedana: median((pair) => pair.koedana),
    bare: median((pair) => pair.bare),
    ratio: median((pair) => pair.koedana / pair.bare),
    busy,
  }
}

async function startRival(ready: PreparedResponse[]): Promise<{ port: number; stop: () => void }> {
  const child = fork(fileURLToPath(new URL('http-rival.ts', import.meta.url)))
  const started = new Promise<unknown>((resolve) => child.once('message', resolve))
  child.send(ready)
  return { port: Number(await started), stop: () => child.disconnect() }
}

/** Returns the server's response without the headers that node:http adds itself. */
async function readyResponse(address: string, more: Record<string, string> = {}): Promise<PreparedResponse> {
  const response = await fetch(served.origin + address, { headers: { ...requestHeaders, ...more } })
  if (response.status >= 400) throw new Error(`${response.status} for ${address}`)
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name)).flat()
  return { status: response.status, headers, body }
}

function requestFor(address: string, more: Record<string, string> = {}): string {
  const headers = Object.entries({ host: '127.0.0.1', ...requestHeaders, ...more })
  return `GET ${address} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

function constant(text: string): () => string {
  return () => text
}
