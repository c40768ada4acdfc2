/**
 * `npm run bench:deep -- --works N [--min X]`: deep pages of the unfiltered list in each order against the first page. Variants: with and
 * without a visitor's mask, and with changes. Whole orders are compared with SQL, deep pages with the same range of the whole order.
 */
import { isDeepStrictEqual } from 'node:util'
import { directions } from '@koedana/catalogue/model/generation.ts'
import { openFilter, type Viewer, type WorkQuery } from '@koedana/catalogue/model/query.ts'
import { type WorkSort, workSorts } from '@koedana/contract/filters.ts'
import { listInSql } from '@koedana/server/db/testing/works-oracle.ts'
import { readArguments } from './arguments.ts'
import { openFilled } from './opened-catalogue.ts'
import { createRandom } from './random.ts'
import { microseconds, printResult, printTable, quantile } from './report.ts'

const viewers: Readonly<Record<string, Viewer>> = {
  everybody: { ages: 0b1110, excluded: [], locale: 'zh-CN' },
  visitor: { ages: 0b0110, excluded: [{ kind: 'genres', keys: [3, 9, 20] }], locale: 'zh-CN' },
  'visitor, under changes': {
    ages: 0b0110,
    excluded: [{ kind: 'genres', keys: [3, 9, 20] }],
    locale: 'zh-CN',
  },
}
const changes = 200
const limit = 24
/** Number of depths at which pages are measured; the slowest counts. */
const depths = 10
const pagesPerDepth = 6
const rounds = 5
/** Pages are so fast that each is requested several times per sample. */
const repeats = 8

const { works, min } = readArguments()
const { catalogue: built, db } = await openFilled(works)
const random = createRandom(11)
const removedKeys = new Set(Array.from({ length: changes }, () => 101_000_000 + random.below(works)))
const changed = built.withChanges([], [...removedKeys])
const outcomes = Object.entries(viewers).flatMap(([name, viewer]) =>
  workSorts.map((sort) => ({ name: `${sort}, ${name}`, ...measure(sort, viewer, name.endsWith('changes')) })),
)
printTable(
  `Deep pages of the whole list, ${works} works`,
  outcomes.map(({ name, first, worst, cold }) => ({
    order: name,
    'page 1': microseconds(first),
    'worst depth': microseconds(worst),
    ratio: `${(worst / first).toFixed(1)} ×`,
    'first deep page of all': microseconds(cold),
  })),
)
const different = outcomes.reduce((sum, outcome) => sum + outcome.different, 0)
console.log(`${outcomes.length} orders and their deep pages compared, ${different} different`)
const ratio = Math.max(...outcomes.map(({ first, worst }) => worst / first))
printResult({
  bar: `deep-${works}`,
  ratio,
  holds: different === 0 && ratio <= (min ?? (works >= 1_000_000 ? 35 : 20)),
})

function measure(sort: WorkSort, viewer: Viewer, isChanged: boolean) {
  const catalogue = isChanged ? changed : built
  const send = (offset: number, wanted = limit) =>
    catalogue.list({ ...queryOf(sort), offset, limit: wanted }, viewer)
  const { total } = send(0)
  const cold = measureMs(() => send(Math.floor(total * 0.6)), 1)
  const whole = send(0, total).keys
  const pages = Array.from({ length: depths }, (_, depth) =>
    Array.from({ length: pagesPerDepth }, () =>
      Math.floor((total - limit) * ((depth + random.next()) / depths)),
    ),
  )
  // The last page is shorter.
  pages.at(-1)?.push(total - (total % limit || limit))
  const different =
    Number(!matchesSql(sort, viewer, { whole, isChanged })) +
    pages.flat().filter((at) => !isDeepStrictEqual(send(at).keys, whole.slice(at, at + limit))).length
  const first: number[] = []
  const deep = pages.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    pages.forEach((offsets, depth) => {
      for (const offset of offsets) {
        first.push(measureMs(() => send(0), repeats))
        deep[depth]?.push(measureMs(() => send(offset), repeats))
      }
    })
  }
  const worst = Math.max(...deep.map((samples) => quantile(samples, 0.5)))
  return { first: quantile(first, 0.5), worst, cold, different }
}

function queryOf(sort: WorkSort): WorkQuery {
  return { ...openFilter, sort, seed: 5, period: 'weekly', offset: 0, limit }
}

/** Compares an order with SQL; orders by random or growth have no SQL form. */
function matchesSql(
  sort: WorkSort,
  viewer: Viewer,
  { whole, isChanged }: { whole: readonly number[]; isChanged: boolean },
): boolean {
  if (!Object.hasOwn(directions, sort)) return true
  const excludedWorks = isChanged ? [...removedKeys] : []
  const { pages } = listInSql({ ...queryOf(sort), excludedWorks, limit: works }, viewer)
  const keys = db
    .prepare<[], number>(pages.at(-1) ?? '')
    .pluck()
    .all()
  return isDeepStrictEqual(keys, whole)
}

function measureMs(act: () => unknown, times: number): number {
  const start = performance.now()
  for (let time = 0; time < times; time++) act()
  return (performance.now() - start) / times
}
