/**
 * `npm run bench:list -- --works N [--min X]`: a page of 24 in order and the exact total, the index against the best
 * SQL form on the same SQLite file, question by question in turn; every answer is compared.
 */
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { sqliteFile } from '@koedana/server/db/open.ts'
import { listInSql } from '@koedana/server/db/testing/works-oracle.ts'
import { buildInWorker } from '@koedana/server/features/works/index/build.ts'
import SqliteDatabase from 'better-sqlite3'
import { readArguments } from './arguments.ts'
import { filledFolder } from './fill-sqlite.ts'
import { sizesFor } from './generate.ts'
import { type Question, questions } from './mix.ts'
import { microseconds, printResult, printTable, quantile } from './report.ts'

const questionCount = 80
const rounds = 5
/** SQL takes up to seconds an answer at a million works: timed this many rounds, compared in the first. */
const sqlRounds = 2

const { works, min } = readArguments()
const folder = await filledFolder(works)
const db = new SqliteDatabase(sqliteFile(folder), { readonly: true })
db.pragma('mmap_size = 2000000000')
db.pragma('cache_size = -262144')
const { generation } = await buildInWorker({ folder })
const catalogue = createCatalogue(generation)
const asked = questions(questionCount, sizesFor(works), works)
const timings = asked.map(() => ({ index: [] as number[], sql: [] as number[] }))
let different = 0

for (const { query, viewer } of asked) catalogue.list(query, viewer)
for (let round = 0; round < rounds; round++) {
  asked.forEach((question, at) => {
    const mine = timed(timings[at]!.index, () => catalogue.list(question.query, question.viewer))
    if (round >= sqlRounds) return
    const theirs = timed(timings[at]!.sql, () => askSql(question))
    if (round === 0 && !isSame(mine, theirs)) different++
  })
}
report()

function askSql({ query, viewer }: Question) {
  const { page, total } = listInSql(query, viewer)
  const keys = db.prepare(page).pluck().all()
  return { keys, total: db.prepare(total).pluck().get() }
}

function timed<T>(samples: number[], act: () => T): T {
  const start = performance.now()
  const answer = act()
  samples.push(performance.now() - start)
  return answer
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
  const kinds = [...new Set(asked.map(({ kind }) => kind))]
  const samples = (engine: 'index' | 'sql', kind?: string) =>
    timings.flatMap((timing, at) => (kind === undefined || asked[at]!.kind === kind ? timing[engine] : []))
  const row = (name: string, share: number, kind?: string) => {
    const index = quantile(samples('index', kind), share)
    const sql = quantile(samples('sql', kind), share)
    return {
      questions: name,
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
  console.log(`${asked.length} answers compared, ${different} different`)
  const ratio = quantile(samples('sql'), 0.5) / quantile(samples('index'), 0.5)
  const bar = min ?? (works >= 1_000_000 ? 150 : 100)
  printResult({ bar: `list-${works}`, ratio, holds: different === 0 && ratio >= bar })
}
