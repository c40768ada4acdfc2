/**
 * `npm run bench:http -- --works N --mix facets|search`: how long one client waits for uncached facets or searches. Then how long a list
 * takes while eight other clients send such requests.
 */
import { Agent, request } from 'node:http'
import { basePath } from '@koedana/contract/base-path.ts'
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { type BenchServer, type LoopStalls, serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { listUrls } from './list-urls.ts'
import { printResult, printTable, quantile } from './report.ts'

export type Mix = 'facets' | 'search'

/** Limits in milliseconds with a million works; they also apply to fewer. */
const limits = { facets: 10, search: 1, listBeside: 10 }
/** Number of warm-up requests, so that V8 compiles the code they pass through. */
const warmUp = 300
const ownRequests = 200
const crowdSize = 8
const listRequests = 300
const pauseMs = 5

export async function measureLatency(works: number, mix: Mix): Promise<void> {
  const served = await serveFolder(await filledFolder(works))
  try {
    report(works, mix, await measure(served, works, mix))
  } finally {
    await served.stop()
  }
}

async function measure(served: BenchServer, works: number, mix: Mix) {
  const send = clientOf(served.origin)
  const queries = mix === 'facets' ? facetAddresses(works) : searchAddresses()
  const lists = listUrls(works)
  for (let at = 0; at < warmUp; at++) {
    await send(queries.next().value)
    await send(lists.next().value)
  }
  const ownMs = await timesOf(ownRequests, () => send(queries.next().value))
  const crowded = { isOver: false, responses: 0 }
  const crowdOver = Promise.all(
    Array.from({ length: crowdSize }, async () => {
      const other = clientOf(served.origin)
      while (!crowded.isOver) {
        await other(queries.next().value)
        crowded.responses += 1
      }
    }),
  )
  await served.maxStall()
  const began = performance.now()
  const listMs = await timesOf(listRequests, async () => send(lists.next().value), pauseMs)
  const responsesPerSecond = (1000 * crowded.responses) / (performance.now() - began)
  crowded.isOver = true
  await crowdOver
  return { ownMs, listMs, responsesPerSecond, stall: await served.maxStall() }
}

async function timesOf(count: number, act: () => Promise<void>, pause = 0): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const began = performance.now()
    await act()
    times.push(performance.now() - began)
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return times
}

/** Yields facet requests for the filters of the list benchmark, with all counts, like the filter panel. */
function* facetAddresses(works: number): Generator<string, never> {
  const supply = listUrls(works)
  for (;;) {
    const url = new URL(supply.next().value, 'http://localhost')
    for (const name of ['sort', 'seed', 'page', 'period']) url.searchParams.delete(name)
    // A different exclusion makes each request unique.
    url.searchParams.append('excludedWorks', `RJ${next++}`)
    yield `${basePath}/works/facets?${url.searchParams}`
  }
}

let next = 99_000_000

const syllables = [
  '星',
  '雨',
  '森',
  '鳥',
  '駅',
  '屑',
  '灯',
  '台',
  '手',
  '紙',
  '雪',
  '花',
  '窓',
  '辺',
  '月',
  '夜',
]

/** Yields searches of one to three characters, by sales and by relevance, all different. */
function* searchAddresses(): Generator<string, never> {
  for (let at = 0; ; at++) {
    const word = Array.from({ length: 1 + (at % 3) }, (_, nth) => syllables[(at * 7 + nth * 5) % 16])
    const sort = at % 2 === 0 ? 'salesDesc' : 'relevance'
    const query = { q: word.join(''), sort, excludedWorks: [`RJ${next++}`] }
    yield `${basePath}/works?${writeQuery(query)}`
  }
}

function clientOf(origin: string): (address: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'accept-language': 'ja-JP', 'accept-encoding': 'identity' }
  return (address) =>
    new Promise((resolve, reject) => {
      request(origin + address, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for ${address}`))
        response.resume().once('end', resolve)
      })
        .once('error', reject)
        .end()
    })
}

interface Figures {
  readonly ownMs: readonly number[]
  readonly listMs: readonly number[]
  readonly responsesPerSecond: number
  readonly stall: LoopStalls
}

function report(works: number, mix: Mix, { ownMs, listMs, responsesPerSecond, stall }: Figures): void {
  const row = (what: string, times: readonly number[], bound: string) => ({
    'over HTTP, ms': what,
    p50: quantile(times, 0.5).toFixed(2),
    p95: quantile(times, 0.95).toFixed(2),
    p99: quantile(times, 0.99).toFixed(2),
    bound,
  })
  printTable(`${mix} that nobody requested before, ${works} works`, [
    row(`${mix}, one client`, ownMs, `p50 ≤ ${limits[mix]}`),
    row(`a list beside ${crowdSize} clients of ${mix}`, listMs, `p99 ≤ ${limits.listBeside}`),
  ])
  console.log(`The ${crowdSize} clients had ${responsesPerSecond.toFixed(0)} responses a second`)
  console.log(
    `event loop held at most ${stall.heldMs.toFixed(1)} ms, longest stall ${stall.stallMs.toFixed(1)} ms`,
  )
  const ratio = Math.min(limits[mix] / quantile(ownMs, 0.5), limits.listBeside / quantile(listMs, 0.99))
  printResult({ bar: `http-${works}-${mix}`, ratio, holds: ratio >= 1 })
}
