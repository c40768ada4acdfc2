/** `npm run bench:facets -- --works N [--min X]`: all counts of a default view against SQL's GROUP BY. */
import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { entityKinds, languages } from '@koedana/contract/values.ts'
import { groupKeySql, whereOf } from '@koedana/server/db/testing/works-oracle.ts'
import { readArguments } from './arguments.ts'
import { runDuels } from './duel.ts'
import { openFilled } from './opened-catalogue.ts'
import { printResult } from './report.ts'

const ageNames = ['', 'all', 'r15', 'r18']
const { works, min } = readArguments()
const { catalogue, db } = await openFilled(works)
const viewer: Viewer = { ages: 0b0110, excluded: [{ kind: 'genres', keys: [3, 9, 20] }], locale: 'zh-CN' }
const filter = openFilter
const where = whereOf(filter, viewer)
const groups = `count(distinct ${groupKeySql})`
const statements = {
  makers: `select maker_key, ${groups} from work where ${where} group by maker_key`,
  series: `select series_key, ${groups} from work where ${where} group by series_key`,
  artists: linked('artist'),
  illustrators: linked('illustrator'),
  genres: linked('genre'),
  ages: `select age_category, ${groups} from work where ${where} group by age_category`,
  years: `select cast(substr(released_on, 1, 4) as integer), ${groups} from work where ${where} group by 1`,
  languages: `select language, ${groups} from work join work_language on work_key = key where ${where} group by language`,
}
const prepared = Object.entries(statements).map(
  ([name, text]) => [name, db.prepare<[], [unknown, number]>(text).raw()] as const,
)

const { ratios, different } = runDuels(
  `All facets of a default view, ${works} works`,
  [{ name: 'all kinds', index: fromIndex, rivals: { SQL: fromSql } }],
  works >= 1_000_000 ? 3 : 7,
)
const ratio = ratios['SQL|all kinds'] ?? 0
printResult({
  bar: `facets-${works}`,
  ratio,
  holds: different === 0 && ratio >= (min ?? (works >= 1_000_000 ? 100 : 50)),
})

function linked(kind: string): string {
  return `select entity_key, ${groups} from work join work_${kind} on work_key = key where ${where} group by entity_key`
}

function fromIndex() {
  const found = catalogue.facets(
    { filter, kinds: entityKinds, ages: true, years: true, languages: true },
    viewer,
  )
  const counted = (counts: Iterable<number> = []) =>
    new Map([...counts].flatMap((count, key) => (count > 0 ? [[key, count] as const] : [])))
  const { makers, series, artists, illustrators, genres } = found.entities
  return {
    makers: counted(makers),
    series: counted(series),
    artists: counted(artists),
    illustrators: counted(illustrators),
    genres: counted(genres),
    ages: new Map(
      Object.entries(found.ages ?? {}).flatMap(([age, count]) =>
        count > 0 ? [[ageNames[Number(age)], count]] : [],
      ),
    ),
    years: found.years,
    languages: new Map(
      [...(found.languages ?? [])].flatMap((count, at) => (count > 0 ? [[languages[at], count]] : [])),
    ),
  }
}

function fromSql() {
  return Object.fromEntries(
    prepared.map(([name, statement]) => [name, new Map(statement.all().filter(([value]) => value !== null))]),
  )
}
