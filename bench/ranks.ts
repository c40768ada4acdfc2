/** `npm run bench:ranks -- --works N [--min X]`: makers by average sales under a filter, 24 in order and the total. */
import { openFilter, type Viewer, type WorkFilter } from '@koedana/catalogue/model/query.ts'
import { groupKeySql, whereOf } from '@koedana/server/db/testing/works-oracle.ts'
import { readArguments } from './arguments.ts'
import { runDuels } from './duel.ts'
import { openFilled } from './opened-catalogue.ts'
import { printResult } from './report.ts'

const { works, min } = readArguments()
const { catalogue, db } = await openFilled(works)
const viewer: Viewer = { ages: 0b0110, excluded: [{ kind: 'genres', keys: [3, 9, 20] }], locale: 'zh-CN' }
const filter: WorkFilter = {
  ...openFilter,
  ranges: [{ column: 'ratingCount', min: 3, max: 2_147_483_647 }],
}
const where = `maker_key is not null and ${whereOf(filter, viewer)}`
const page = db.prepare<[], { key: number; workCount: number; value: number }>(
  `select ranked.key, workCount, value from
    (select maker_key as key, count(distinct ${groupKeySql}) as workCount, avg(sales) as value from work where ${where} group by maker_key) ranked
    join maker on maker.key = ranked.key order by value desc nulls last, maker.id limit 24`,
)
const total = db.prepare<[], number>(`select count(distinct maker_key) from work where ${where}`).pluck()
const ids = new Map(db.prepare<[], [number, string]>('select key, id from maker').raw().all())

const { ratios, different } = runDuels(
  `Makers by average sales under a filter, ${works} works`,
  [
    {
      name: 'makers',
      index: () =>
        catalogue.rankEntities(
          {
            kind: 'makers',
            filter,
            sort: 'averageSalesDesc',
            offset: 0,
            limit: 24,
            textOf: (_, key) => ids.get(key) ?? '',
          },
          viewer,
        ),
      rivals: { SQL: () => ({ items: page.all(), total: total.get() }) },
    },
  ],
  works >= 1_000_000 ? 5 : 15,
)
const ratio = ratios['SQL|makers'] ?? 0
printResult({
  bar: `ranks-${works}`,
  ratio,
  holds: different === 0 && ratio >= (min ?? (works >= 1_000_000 ? 300 : 100)),
})
