/**
 * `npm run bench:edit -- --works N --beside import|merge`: how soon a restriction and an edit show over HTTP. Meanwhile, the command line
 * imports a catalog file of all works, or the most common genre is merged into another.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { clientOf, copyWithAdmin, loginAsAdmin } from './admin-client.ts'
import { type BenchServer, type LoopStalls, serveFolder, startIdleProcess } from './bench-server.ts'
import {
  type Clients,
  type ConcurrentLoad,
  type Load,
  startImport,
  startMerge,
  writeChangedFeed,
} from './concurrent-load.ts'
import { filledFolder } from './fill-sqlite.ts'
import { printResult, printTable, quantile } from './report.ts'

/**
 * The threshold of the loop applies to its longest run without a break; `doors.ts` explains what that excludes. The whole time is printed
 * too.
 */
const limits = { restrictionMs: 50, editMs: 100, atWorkMs: 20 }

export async function measureUnderLoad(works: number, beside: ConcurrentLoad): Promise<void> {
  const folder = await copyWithAdmin(await filledFolder(works))
  const feed = beside === 'import' ? await writeChangedFeed(folder, works) : ''
  const server = await serveFolder(folder)
  const idle = startIdleProcess(folder)
  try {
    const people = { visitor: clientOf(server, undefined), keeper: await loginAsAdmin(server) }
    const ids = await publicIds(people.visitor)
    for (let at = 0; at < 5; at++) await editTwice(people, ids, at)
    await Promise.all([server.maxStall(), idle.maxStall()])
    server.forgetPeak()
    const load = beside === 'import' ? startImport(folder, feed) : startMerge(people)
    const acts = await editUntil(people, ids, load)
    const idleMs = (await idle.maxStall()).stallMs
    report(works, beside, { ...acts, ...(await costs(server)), idleMs })
  } finally {
    await idle.stop()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

interface Figures {
  readonly restrictions: readonly number[]
  readonly edits: readonly number[]
  readonly what: string
  readonly stall: LoopStalls
  readonly peakBytes: number
  /** The longest stall of an idle process. */
  readonly idleMs: number
}

/** Returns works that visitors see, in order of sales. */
async function publicIds(visitor: Call): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= 10; page++) {
    const { items } = await visitor(api.listWorks, { query: { sort: 'salesDesc', page, pageSize: 100 } })
    ids.push(...items.map(({ id }) => id))
  }
  return ids
}

async function editUntil(people: Clients, ids: readonly string[], { over, least }: Load) {
  let what: string | undefined
  const ended = over.then((text) => {
    what = text
  })
  const restrictions: number[] = []
  const edits: number[] = []
  for (let at = 5; what === undefined || restrictions.length < least; at++) {
    const took = await editTwice(people, ids, at)
    restrictions.push(took.restriction)
    edits.push(took.edit)
    await sleep(20)
  }
  await ended
  return { restrictions, edits, what: what ?? '' }
}

/** Measures each change from the request until visitors see it. */
async function editTwice({ keeper, visitor }: Clients, ids: readonly string[], at: number) {
  const [hidden, priced] = [ids[(2 * at) % ids.length]!, ids[(2 * at + 1) % ids.length]!]
  const price = 1_000_000 + at
  const seen = () => visitor(api.listWorks, { query: { minPrice: price, maxPrice: price } })
  const restriction = await timed(
    () => keeper(api.updateWork, { params: { id: hidden }, body: { values: { ageCategory: 'r18' } } }),
    async () => (await isShown(visitor, hidden)) === false,
  )
  const edit = await timed(
    () => keeper(api.updateWork, { params: { id: priced }, body: { values: { price } } }),
    async () => (await seen()).total === 1,
  )
  return { restriction, edit }
}

async function timed(act: () => Promise<unknown>, isFelt: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  await act()
  while (!(await isFelt())) await sleep(2)
  return performance.now() - started
}

/** A change must show on the page of the work and in a list. */
async function isShown(visitor: Call, id: string): Promise<boolean> {
  const { total } = await visitor(api.listWorks, { query: { q: id } })
  if (total > 0) return true
  return visitor(api.getWork, { params: { id }, query: {} }).then(
    () => true,
    () => false,
  )
}

const costs = async (server: BenchServer) => ({
  stall: await server.maxStall(),
  peakBytes: server.peakBytes(),
})

function report(works: number, beside: ConcurrentLoad, figures: Figures): void {
  const { restrictions, edits, stall, idleMs } = figures
  const row = (what: string, samples: readonly number[], bound?: number) => ({
    'felt over HTTP, ms': what,
    p50: quantile(samples, 0.5).toFixed(1),
    p95: quantile(samples, 0.95).toFixed(1),
    most: Math.max(...samples).toFixed(1),
    'bound of p95': bound ?? '',
  })
  printTable(`${restrictions.length} restrictions and edits beside: ${figures.what}, ${works} works`, [
    row('restriction', restrictions, limits.restrictionMs),
    row('edit', edits, limits.editMs),
    row('loop held at most', [stall.heldMs]),
    row('of it at work', [stall.ranMs], limits.atWorkMs),
  ])
  console.log(
    `longest stall with the wait for a core: ${stall.stallMs.toFixed(1)} ms; of an idle process beside it: ${idleMs.toFixed(1)} ms`,
  )
  console.log(`peak of the server: ${(figures.peakBytes / 1024 ** 2).toFixed(0)} MiB`)
  const ratio = Math.min(
    limits.restrictionMs / quantile(restrictions, 0.95),
    limits.editMs / quantile(edits, 0.95),
    limits.atWorkMs / stall.ranMs,
  )
  printResult({ bar: `edit-${works}-beside-${beside}`, ratio, holds: ratio >= 1 })
}
