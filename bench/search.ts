/**
 * `npm run bench:search -- --works N [--min X]`: searches of Japanese terms with one, two and more characters, 24 by sales and the total.
 * The rivals are LIKE over the folded titles and FTS5 over their pairs of characters (single characters by prefix).
 */
import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { termsOf } from '@koedana/catalogue/text/terms.rules.ts'
import { groupedPages, groupKeySql } from '@koedana/server/db/testing/works-oracle.ts'
import type SqliteDatabase from 'better-sqlite3'
import { readArguments } from './arguments.ts'
import { type Duel, runDuels } from './duel.ts'
import { openFilled } from './opened-catalogue.ts'
import { printResult } from './report.ts'

const words = {
  '1 character': ['星', '雨', '森', '鳥', '駅'],
  '2 characters': ['星屑', '灯台', '手紙', '雪花', '窓辺'],
  '3 and more': ['図書館', '夜行列車', '月灯り', '星屑雨', '森朗読'],
} as const
const everybody: Viewer = { ages: 0b1110, excluded: [], locale: 'zh-CN' }

const { works, min } = readArguments()
const { catalogue, db } = await openFilled(works)
fillTexts(db)
const ending = 'order by sales desc nulls last, key limit 24'
const like = prepare('key in (select key from bench_text where text like ?)')
const fts = prepare('key in (select rowid from bench_pairs where bench_pairs match ?)')
const duels = Object.entries(words).flatMap(([name, some]) => some.map((word) => duelOf(name, word)))
const { ratios, different } = runDuels(`Search, ${works} works`, duels, works >= 1_000_000 ? 3 : 7)
const names = Object.keys(words)
const toLike = Math.min(...names.map((name) => ratios[`LIKE|${name}`] ?? 0))
const toFts = Math.min(...names.map((name) => ratios[`FTS5|${name}`] ?? 0))
console.log(`Against LIKE at least ${toLike.toFixed(0)} ×, against FTS5 at least ${toFts.toFixed(1)} ×`)
const bar = min ?? (works >= 1_000_000 ? 100 : 50)
printResult({ bar: `search-${works}`, ratio: toLike, holds: different === 0 && toLike >= bar && toFts >= 1 })

function duelOf(name: string, word: string): Duel {
  const query = {
    ...openFilter,
    search: termsOf(word),
    sort: 'salesDesc',
    seed: 0,
    period: 'all',
    offset: 0,
    limit: 24,
  } as const
  const term = fold(word)
  return {
    name,
    index: () => catalogue.list(query, everybody),
    rivals: { LIKE: () => like(`%${term}%`), FTS5: () => fts(matchOf(term)) },
  }
}

function prepare(condition: string) {
  // Uses the form that gathers all matches first; the other form would search twice.
  const [, gathered] = groupedPages({ where: condition, ending, column: 'sales' }, everybody)
  const page = db.prepare<[string], number>(gathered).pluck()
  const counted = `select count(distinct ${groupKeySql}) from work where ${condition}`
  const total = db.prepare<[string], number>(counted).pluck()
  return (text: string) => ({ keys: page.all(text), total: total.get(text) })
}

/** Returns a phrase of pairs; a single character is the prefix of a pair. */
function matchOf(term: string): string {
  return term.length === 1 ? `${term}*` : `"${pairsOf(term).join(' ')}"`
}

function pairsOf(text: string): string[] {
  return [...text].slice(0, -1).map((first, at) => first + [...text][at + 1])
}

/**
 * Fills the rival tables, once per file. The last character forms a pair with an end mark, so that a search for only that character
 * finds it too.
 */
function fillTexts(database: SqliteDatabase.Database): void {
  const isThere = database.prepare("select 1 from sqlite_master where name = 'bench_pairs'").get()
  if (isThere) return
  database.exec('create table bench_text (key integer primary key, text text not null)')
  database.exec("create virtual table bench_pairs using fts5(pairs, content='', tokenize='unicode61')")
  const text = database.prepare('insert into bench_text values (?, ?)')
  const pairs = database.prepare('insert into bench_pairs (rowid, pairs) values (?, ?)')
  database.exec('begin')
  for (const [key, name] of database
    .prepare<[], [number, string]>('select key, name from work')
    .raw()
    .all()) {
    const folded = fold(name)
    text.run(key, folded)
    pairs.run(key, pairsOf(`${folded}終`).join(' '))
  }
  database.exec('commit')
}
