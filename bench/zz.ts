import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { sqliteFile } from '@koedana/server/db/open.ts'
import { listInSql } from '@koedana/server/db/testing/works-oracle.ts'
import { buildInWorker } from '@koedana/server/features/works/index/build.ts'
import SqliteDatabase from 'better-sqlite3'
import { filledFolder } from './fill-sqlite.ts'
import { sizesFor } from './generate.ts'
import { questions } from './mix.ts'
import { quantile } from './report.ts'

const works = Number(process.argv[2])
const folder = await filledFolder(works)
const db = new SqliteDatabase(sqliteFile(folder), { readonly: true })
db.pragma('mmap_size = 2000000000')
db.pragma('cache_size = -262144')
const { generation } = await buildInWorker({ folder })
const c = createCatalogue(generation)
const asked = questions(80, sizesFor(works), works)
const sql = asked.map(({ query, viewer }) => {
  const t = listInSql(query, viewer)
  const p = db.prepare(t.page).pluck(),
    n = db.prepare(t.total).pluck()
  return () => {
    p.all()
    n.get()
  }
})
const junk = new Float64Array(4e6)
const between: Record<string, (at: number) => void> = {
  nothing: () => {},
  busy: () => {
    const t = performance.now()
    while (performance.now() - t < 2);
  },
  thrash: () => {
    for (let i = 0; i < junk.length; i += 8) junk[i]! += 1
  },
  sql: (at) => sql[at]!(),
}
for (const warm of [1, 20, 200]) {
  for (let r = 0; r < warm; r++) for (const { query, viewer } of asked) c.list(query, viewer)
  for (const [name, act] of Object.entries(between)) {
    const s: number[] = [],
      none: number[] = []
    for (let r = 0; r < 3; r++)
      asked.forEach(({ query, viewer, kind }, at) => {
        const t = performance.now()
        c.list(query, viewer)
        const d = performance.now() - t
        s.push(d)
        if (kind === 'no filter') none.push(d)
        act(at)
      })
    console.log(
      warm,
      name,
      (quantile(s, 0.5) * 1000).toFixed(0),
      'none',
      (quantile(none, 0.5) * 1000).toFixed(0),
    )
  }
}
