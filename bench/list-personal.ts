/**
 * Lists with personal filters against the same lists without: pages of 24 with the exact total, query by query in turn. Every result is
 * checked against the unfiltered list.
 */
import type { WorkQuery, WorkSet } from '@koedana/catalogue/model/query.ts'
import { readArguments, readNumber } from './arguments.ts'
import { sizesFor } from './generate.ts'
import { createQueries } from './list-queries.ts'
import { openFilled } from './opened-catalogue.ts'
import { createRandom } from './random.ts'
import { microseconds, printResult, printTable, quantile } from './report.ts'

const queryCount = 80
const rounds = 10
/** Enough rounds to compile the code. */
const warmRounds = 20
/** Maximum ratio of a list with marks to the same list without. */
const maxRatio = 2

const { works } = readArguments()
const marks = readNumber('personal') ?? 2_000
const { catalogue, db } = await openFilled(works)
const keys = db.prepare('select key from work order by key').pluck().all().map(Number)
const random = createRandom(11)
const chosen = (name: string, count: number): Pick<WorkSet, 'name' | 'keys'> => ({
  name,
  keys: new Set(Array.from({ length: count }, () => keys[random.below(keys.length)]!)),
})
const [favorites, finished] = [chosen('favorites', marks / 2), chosen('finished', marks / 2)]
const filters: Readonly<Record<string, readonly WorkSet[]>> = {
  'none of them': [],
  favorites: [{ ...favorites, isWanted: true }],
  'not finished': [{ ...finished, isWanted: false }],
  'favorites not finished': [
    { ...favorites, isWanted: true },
    { ...finished, isWanted: false },
  ],
}
const requests = createQueries(queryCount, sizesFor(works), works)
const different = Object.values(filters).reduce((sum, within) => sum + countDifferent(within), 0)
const samples = Object.fromEntries(Object.keys(filters).map((name) => [name, [] as number[]]))
for (let round = 0; round < warmRounds + rounds; round++) {
  for (const { query, viewer } of requests) {
    for (const [name, within] of Object.entries(filters)) {
      const start = performance.now()
      catalogue.list({ ...query, within }, viewer)
      if (round >= warmRounds) samples[name]!.push(performance.now() - start)
    }
  }
}
report()

function countDifferent(within: readonly WorkSet[]): number {
  return requests.filter(({ query, viewer }) => {
    const all: WorkQuery = { ...query, editions: 'all', limit: works }
    const suits = (key: number) => within.every((set) => set.keys.has(key) === set.isWanted)
    const expected = catalogue.list(all, viewer).keys.filter(suits)
    const found = catalogue.list({ ...all, within, limit: 24 }, viewer)
    return found.total !== expected.length || found.keys.some((key, at) => key !== expected[at])
  }).length
}

function report(): void {
  const plain = quantile(samples['none of them']!, 0.5)
  const rows = Object.entries(samples).map(([name, taken]) => ({
    filter: name,
    p50: microseconds(quantile(taken, 0.5)),
    p99: microseconds(quantile(taken, 0.99)),
    'of none': `${(quantile(taken, 0.5) / plain).toFixed(2)} ×`,
  }))
  printTable(`A page of 24 and the exact total, ${works} works, ${marks} marks`, rows)
  console.log(`${requests.length * Object.keys(filters).length} results compared, ${different} different`)
  const worst = Math.max(...Object.values(samples).map((taken) => quantile(taken, 0.5) / plain))
  printResult({
    bar: `list-${works}-personal-${marks}`,
    ratio: maxRatio / worst,
    holds: different === 0 && worst <= maxRatio,
  })
}
