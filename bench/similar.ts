/** `npm run bench:similar -- --works N [--min X]`: twelve similar works with reasons, against SQL by shared genres only. */
import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { readArguments } from './arguments.ts'
import { runDuels } from './duel.ts'
import { openFilled } from './opened-catalogue.ts'
import { createRandom } from './random.ts'
import { printResult } from './report.ts'

const everybody: Viewer = { ages: 0b1110, excluded: [], locale: 'zh-CN' }
const seeds = 12

const { works, min } = readArguments()
const { catalogue, db } = await openFilled(works)
const random = createRandom(3)
const shared = db.prepare<[number, number], number>(
  `select work_key from work_genre where entity_key in (select entity_key from work_genre where work_key = ?) and work_key <> ?
    group by work_key order by count(*) desc, work_key limit 12`,
)
const duels = Array.from({ length: seeds }, () => 101_000_000 + random.below(works)).map((key) => ({
  name: 'similar works',
  index: () => catalogue.similarWorks({ key, filter: openFilter, limit: 12 }, everybody),
  rivals: { SQL: () => shared.all(key, key) },
  // SQL compares only genres, so its query is easier.
  isAlike: false,
}))
const { ratios } = runDuels(`Similar works, ${works} works`, duels, works >= 1_000_000 ? 2 : 4)
const ratio = ratios['SQL|similar works'] ?? 0
printResult({ bar: `similar-${works}`, ratio, holds: ratio >= (min ?? (works >= 1_000_000 ? 70 : 30)) })
