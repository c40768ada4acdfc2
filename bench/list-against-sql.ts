/**
 * A page of 24 in order and the exact total: the index against the best SQL form on the same SQLite file, query by query in turn. Every
 * result is compared.
 */
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import { listInSql } from '@koedana/server/db/testing/works-oracle.ts'
import { buildInWorker } from '@koedana/server/features/works/index/build.ts'
import { kernelOver } from '@koedana/server/features/works/index/kernel.ts'
import SqliteDatabase from 'better-sqlite3'
import { readArguments } from './arguments.ts'
import { filledFolder } from './fill-sqlite.ts'
import { sizesFor } from './generate.ts'
import { type BenchQuery, createQueries } from './list-queries.ts'
import { microseconds, printResult, printTable, quantile } from './report.ts'

const queryCount = 80
/** Rounds in which the queries take turns, after a round that compares every result and warms the caches of SQL. */
const rounds = 3
/** Enough rounds to compile the code; SQL needs none. */
const warmRounds = 20

const { works, min } = readArguments()
const folder = await filledFolder(works)
const db = new SqliteDatabase(sqliteFile(folder), { readonly: true })
db.pragma('mmap_size = 2000000000')
db.pragma('cache_size = -262144')
const built = await buildInWorker({ folder })
const kernel = kernelOver(built.arena)
console.log(`Kernel: ${kernel.name}`)
const catalogue = createCatalogue({ ...built, kernel })
const requests = createQueries(queryCount, sizesFor(works), works)
const rivals = requests.map(prepareSql)
const timings = requests.map(() => ({ index: [] as number[], sql: [] as number[] }))
const different = requests.filter(
  ({ query, viewer }, at) => !isSame(catalogue.list(query, viewer), rivals[at]!()),
).length
for (let round = 0; round < warmRounds; round++) {
  for (const { query, viewer } of requests) catalogue.list(query, viewer)
}

for (let round = 0; round < rounds; round++) {
  requests.forEach(({ query, viewer }, at) => {
    const { index, sql } = timings[at]!
    timed(index, () => catalogue.list(query, viewer))
    timed(sql, rivals[at]!)
  })
}
report()

/** Prepares the statements in advance, so that SQL is not charged for parsing. The faster of two forms of a page is the rival. */
function prepareSql({ query, viewer }: BenchQuery) {
  const text = listInSql(query, viewer)
  const pages = text.pages.map((page) => db.prepare(page).pluck())
  const tried = pages.map((page) => {
    const samples: number[] = []
    for (let time = 0; time < 2; time++) timed(samples, () => page.all())
    return { page, fastest: Math.min(...samples) }
  })
  const { page } = tried.reduce((best, other) => (other.fastest < best.fastest ? other : best))
  const total = db.prepare(text.total).pluck()
  return () => ({ keys: page.all(), total: total.get() })
}

function timed(samples: number[], act: () => unknown): void {
  const start = performance.now()
  act()
  samples.push(performance.now() - start)
}

function isSame(
  mine: { keys: readonly number[]; total: number },
  theirs: { keys: unknown[]; total: unknown },
): boolean {
  return (
    mine.total === theirs.total &&
    mine.keys.length === theirs.keys.length &&
    mine.keys.every((key, at) => key === theirs.keys[at])
  )
}

function report(): void {
  const kinds = [...new Set(requests.map(({ kind }) => kind))]
  const samples = (engine: 'index' | 'sql', kind?: string) =>
    timings.flatMap((timing, at) => (kind === undefined || requests[at]!.kind === kind ? timing[engine] : []))
  const row = (name: string, share: number, kind?: string) => {
    const index = quantile(samples('index', kind), share)
    const sql = quantile(samples('sql', kind), share)
    return {
      queries: name,
      index: microseconds(index),
      SQL: microseconds(sql),
      ratio: `${(sql / index).toFixed(0)} ×`,
    }
  }
  printTable(`A page of 24 and the exact total, ${works} works`, [
    ...kinds.map((kind) => row(`${kind}, p50`, 0.5, kind)),
    row('all, p50', 0.5),
    row('all, p99', 0.99),
  ])
  console.log(`${requests.length} results compared, ${different} different`)
  const ratio = quantile(samples('sql'), 0.5) / quantile(samples('index'), 0.5)
  const bar = min ?? (works >= 1_000_000 ? 150 : 100)
  printResult({ bar: `list-${works}`, ratio, holds: different === 0 && ratio >= bar })
}
