/**
 * `npm run bench:soak -- --works N --minutes M`: hours of use in minutes: 120 unique requests and about five edits per second. Resident
 * memory and the longest stall of the event loop are recorded twice a minute. First, the generation loaded from a file is replaced by a
 * built one, as in a server that has run for a while. Linux only.
 *
 * A build of the next generation needs extra memory for some seconds. The slope excludes the records before and after the end of a build,
 * because a line through them would show the build. The limit of resident memory applies to the peak, builds included.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { clientOf, copyWithAdmin, loginAsAdmin } from './admin-client.ts'
import { readArguments, readNumber } from './arguments.ts'
import { type BenchServer, type LoopStalls, serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { listUrls } from './list-urls.ts'
import { printResult, printTable, quantile } from './report.ts'

const requestsPerSecond = 120
const editsPerSecond = 4.5
const clients = 8
const noteMs = 30_000
const mebibyte = 1024 ** 2

const { works, min } = readArguments()
const minutes = readNumber('minutes') ?? 10
/** Limits: resident memory in the second half, its growth between builds, and the median of the longest stall in half a minute. */
const limits = { residentMiB: works >= 1_000_000 ? 1_000 : 400, growthMiBPerMinute: 2, heldMs: 20 }

const folder = await copyWithAdmin(await filledFolder(works))
const served = await serveFolder(folder)
try {
  report(await soak(served))
} finally {
  await served.stop()
  rmSync(folder, { recursive: true })
}

interface Note {
  readonly minute: number
  readonly residentMiB: number
  readonly stall: LoopStalls
  /** The generation that responses come from. */
  readonly generation: string
}

interface SoakResult {
  readonly notes: readonly Note[]
  /** The generation half a minute after the last record: a build running at that record has ended by then. */
  readonly ended: string
  readonly requests: number
  readonly edited: number
}

async function soak(server: BenchServer): Promise<SoakResult> {
  const keeper = await loginAsAdmin(server)
  const ids = await idsOf(clientOf(server, undefined))
  const counts = { requests: 0, edited: 0 }
  const supply = listUrls(works)
  const send = async () => {
    const address = supply.next().value
    const isFacets = counts.requests % 12 === 0
    counts.requests += 1
    const response = await fetch(server.origin + (isFacets ? facetsOf(address) : address))
    if (!response.ok) throw new Error(`${response.status} for ${address}`)
    await response.arrayBuffer()
  }
  const edit = async () => {
    const id = ids[(counts.edited * 7) % ids.length]!
    counts.edited += 1
    await keeper(api.updateWork, { params: { id }, body: { values: { price: 100 + counts.edited } } })
  }
  const generation = async () => (await keeper(api.getSystem, {})).index.generation
  const first = await generation()
  while ((await generation()) === first) for (let time = 0; time < clients; time++) await edit()
  counts.edited = 0
  const began = performance.now()
  const until = began + minutes * 60_000
  const paced = async (perSecond: number, act: () => Promise<void>) => {
    const everyMs = 1_000 / perSecond
    for (let next = performance.now(); performance.now() < until; next += everyMs) {
      await sleep(Math.max(0, next - performance.now()))
      await act()
    }
  }
  const notes: Note[] = []
  const watch = async () => {
    await server.maxStall()
    while (performance.now() + noteMs <= until) {
      await sleep(noteMs)
      const minute = (performance.now() - began) / 60_000
      const stall = await server.maxStall()
      const residentMiB = server.residentBytes() / mebibyte
      notes.push({ minute, residentMiB, stall, generation: await generation() })
    }
  }
  const clientsAtWork = Array.from({ length: clients }, () => paced(requestsPerSecond / clients, send))
  await Promise.all([...clientsAtWork, paced(editsPerSecond, edit), watch()])
  await sleep(noteMs)
  return { notes, ended: await generation(), ...counts }
}

function facetsOf(address: string): string {
  const url = new URL(address, 'http://localhost')
  for (const name of ['sort', 'seed', 'page', 'period']) url.searchParams.delete(name)
  return `${url.pathname}/facets?${url.searchParams}`
}

async function idsOf(visitor: Call): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= 30; page++) {
    const { items } = await visitor(api.listWorks, { query: { sort: 'recentlyAdded', page, pageSize: 100 } })
    ids.push(...items.map(({ id }) => id))
  }
  return ids
}

function report({ notes, ended, requests, edited }: SoakResult): void {
  printTable(
    `${requests} requests and ${edited} edits in ${minutes} minutes, ${works} works`,
    notes.map(({ minute, residentMiB, stall, generation }) => ({
      minute: minute.toFixed(1),
      generation,
      'resident, MiB': residentMiB.toFixed(0),
      'loop held at most, ms': stall.heldMs.toFixed(1),
      'longest stall, ms': stall.stallMs.toFixed(1),
    })),
  )
  const half = notes.slice(Math.floor(notes.length / 2))
  const settled = half.filter(({ generation }, at) => {
    const [before, after] = [half[at - 1]?.generation ?? generation, half[at + 1]?.generation ?? ended]
    return before === generation && after === generation
  })
  if (settled.length < 4) throw new Error('so short a soak says nothing')
  const growth = slopeOf(settled)
  const most = Math.max(...half.map(({ residentMiB }) => residentMiB))
  const held = quantile(
    notes.map(({ stall }) => stall.heldMs),
    0.5,
  )
  console.log(
    `second half: ${growth.toFixed(1)} MiB a minute over ${settled.length} notes between builds (bound ${limits.growthMiBPerMinute}), ` +
      `${slopeOf(half).toFixed(1)} over all ${half.length}; at most ${most.toFixed(0)} MiB (bound ${limits.residentMiB}); ` +
      `loop held at most in half a minute, median: ${held.toFixed(1)} ms (bound ${limits.heldMs})`,
  )
  const ratio = Math.min(
    limits.residentMiB / most,
    limits.growthMiBPerMinute / Math.max(growth, 0.01),
    limits.heldMs / held,
  )
  printResult({ bar: `soak-${works}`, ratio: Math.min(ratio, 10), holds: ratio >= (min ?? 1) })
}

/** Returns the slope of the least-squares line through the records, in MiB per minute. */
function slopeOf(notes: readonly Note[]): number {
  const mean = (of: (note: Note) => number) => notes.reduce((sum, note) => sum + of(note), 0) / notes.length
  const [middle, level] = [mean(({ minute }) => minute), mean(({ residentMiB }) => residentMiB)]
  const along = mean(({ minute, residentMiB }) => (minute - middle) * (residentMiB - level))
  return along / mean(({ minute }) => (minute - middle) ** 2)
}
