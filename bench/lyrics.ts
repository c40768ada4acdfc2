/**
 * `npm run bench:lyrics -- --cues N [--min X]`: searches of two to six characters in N spoken lines, with all matches. The rivals are LIKE
 * over the folded lines and FTS5 over their pairs of characters. Prints medians and memory; the threshold is five milliseconds.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import {
  buildSegment,
  type SpokenText,
} from '@koedana/server/features/library/lyrics/search/segment.rules.ts'
import {
  type OpenSegment,
  openSegment,
  writeSegment,
} from '@koedana/server/features/library/lyrics/search/segment-file.ts'
import { linesPerSegment } from '@koedana/server/features/library/lyrics/search/spoken-index.ts'
import SqliteDatabase from 'better-sqlite3'
import { createRandom, type Random } from './random.ts'
import { mebibytes, microseconds, printResult, printTable, quantile } from './report.ts'

const linesOfText = 150
const barMs = 5
const { values } = parseArgs({
  options: { cues: { type: 'string', default: '200000' }, min: { type: 'string' } },
})
const cues = Number(values.cues)
const bar = Number(values.min ?? 1)
const words = [
  'おやすみ',
  '雨の音',
  '灯り',
  '図書館',
  '大丈夫',
  '夜',
  'ありがとう',
  '耳元',
  '星空',
  '晚安',
  '下雨',
  '月亮',
  '故事',
  '窗外',
  'good night',
  'rain',
  'listen',
  'library',
  'です',
  'ます',
  'ゆっくり',
  '眠',
  '手紙',
  '汽笛',
  '波',
  '慢慢来',
  '听我说',
  'が',
  'を',
  'に',
]
const searches = [
  'です',
  '灯り',
  'rain',
  '下雨',
  '図書館',
  '大丈夫',
  'おやすみ',
  '听我说',
  'good night',
  'ゆっくり',
  '灯り図書館',
  '晚安月亮',
]

const alphabet = Array.from({ length: 2_500 }, (_, at) =>
  String.fromCharCode(at < 80 ? 0x3042 + at : 0x4e00 + ((at * 7) % 6_000)),
)

const folder = mkdtempSync(join(tmpdir(), 'koedana-bench-lyrics-'))
const db = new SqliteDatabase(join(folder, 'rivals.sqlite'))
try {
  const before = process.memoryUsage().rss
  const { segments, buildMs } = fill()
  globalThis.gc?.()
  const memory = Math.max(0, process.memoryUsage().rss - before)
  const tables = segments.reduce(
    (sum, { tables: one }) => sum + Object.values(one).reduce((all, { byteLength }) => all + byteLength, 0),
    0,
  )
  const disk = segments.reduce((sum, { path }) => sum + statSync(path).size, 0)
  const like = db.prepare<[string], number>('select count(*) from line where text like ?').pluck()
  const fts = db.prepare<[string], number>('select count(*) from grams where grams match ?').pluck()
  const ways = {
    index: (word: string) =>
      segments.reduce((sum, one) => sum + one.find([{ spellings: [word], isExcluded: false }]).length, 0),
    LIKE: (word: string) => like.get(`%${word}%`) ?? 0,
    FTS5: (word: string) => fts.get(`"${pairsOf(word).join(' ')}"`) ?? 0,
  }
  const measured = Object.entries(ways).map(([name, way]) => ({
    name,
    ...timesOf(way, name === 'index' ? 15 : 1),
  }))
  const [index, ...rivals] = measured
  if (!index) throw new Error('nothing was measured')
  const different = rivals.filter(({ counts }) => counts.join() !== index.counts.join())
  printTable(
    `${cues} lines; made in ${(buildMs / 1000).toFixed(1)} s; tables ${mebibytes(tables)}, disk ${mebibytes(disk)}, process +${mebibytes(memory)}`,
    measured.map(({ name, p50, worst }) => ({
      way: name,
      p50: microseconds(p50),
      worst: microseconds(worst),
      'of index': `${(p50 / index.p50).toFixed(1)} ×`,
    })),
  )
  for (const { name } of different) console.log(`${name} finds something else`)
  const ratio = Math.min(...rivals.map(({ p50 }) => p50 / index.p50))
  printResult({
    bar: `lyrics-${cues}`,
    ratio,
    holds: different.length === 0 && index.p50 <= barMs && ratio >= bar,
  })
  for (const one of segments) one.close()
} finally {
  db.close()
  rmSync(folder, { recursive: true })
}

/** Returns a line of five to thirty characters: words between random characters, common ones more often. */
function generateLine(random: Random): string {
  const parts = Array.from({ length: 3 + random.below(8) }, () =>
    random.next() < 0.15 ? words[random.skewed(words.length)] : alphabet[random.skewed(alphabet.length)],
  )
  return parts.join(random.next() < 0.05 ? ' ' : '')
}

/** Replaces spaces, which would split a token of FTS5. */
function pairsOf(text: string): string[] {
  const units = [...text.replaceAll(' ', '空')]
  return units.slice(0, -1).map((unit, at) => unit + units[at + 1])
}

function timesOf(way: (word: string) => number, rounds: number) {
  const terms = searches.map(fold)
  const counts = terms.map(way)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const term of terms) {
      const start = performance.now()
      way(term)
      times.push(performance.now() - start)
    }
  }
  return { counts, p50: quantile(times, 0.5), worst: Math.max(...times) }
}

/** Fills all rivals with the same lines; only the texts of one segment at a time are in memory. */
function fill(): { segments: OpenSegment[]; buildMs: number } {
  db.exec(
    "pragma journal_mode = off; create table line (text text); create virtual table grams using fts5(pairs, content='', tokenize='unicode61')",
  )
  const [line, pairs] = [
    db.prepare('insert into line values (?)'),
    db.prepare('insert into grams (pairs) values (?)'),
  ]
  const random = createRandom(7)
  const segments: OpenSegment[] = []
  let [buildMs, key] = [0, 0]
  db.exec('begin')
  for (let made = 0; made < cues; ) {
    const texts: SpokenText[] = []
    for (let lines = 0; lines < linesPerSegment && made < cues; ) {
      const count = Math.min(linesOfText, cues - made)
      const said = Array.from({ length: count }, () => fold(generateLine(random)))
      for (const text of said) {
        line.run(text)
        pairs.run(pairsOf(`${text}終`).join(' '))
      }
      key += 1
      texts.push({ key, workKey: key, lines: said })
      lines += count
      made += count
    }
    const start = performance.now()
    const segment = openSegment(writeSegment(folder, buildSegment(texts)))
    buildMs += performance.now() - start
    if (segment) segments.push(segment)
  }
  db.exec('commit')
  return { segments, buildMs }
}
