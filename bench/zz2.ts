import { createBits } from '@koedana/catalogue/bits.ts'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { createFilter } from '@koedana/catalogue/filter.ts'
import { typescriptKernel as k } from '@koedana/catalogue/kernel/typescript.ts'
import { createMasks } from '@koedana/catalogue/mask.ts'
import { pageOf } from '@koedana/catalogue/page.ts'
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
const { generation: g } = await buildInWorker({ folder })
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
const masks = createMasks(g, k),
  narrow = createFilter(g, k),
  scratch = createBits(works)
const parts: Record<string, Record<string, number[]>> = {}
for (let r = 0; r < 23; r++)
  asked.forEach(({ query, viewer, kind }, at) => {
    const t0 = performance.now()
    const m = masks(viewer).visible
    const t1 = performance.now()
    scratch.set(m)
    const t2 = performance.now()
    narrow(scratch, query)
    const t3 = performance.now()
    const total = k.count(scratch)
    const t4 = performance.now()
    pageOf(g, k, { passed: { bits: scratch, total }, page: query })
    const t5 = performance.now()
    if (r >= 20) {
      for (const [n, d] of Object.entries({
        mask: t1 - t0,
        copy: t2 - t1,
        narrow: t3 - t2,
        count: t4 - t3,
        page: t5 - t4,
      }))
        ((parts[kind] ??= {})[n] ??= []).push(d * 1000)
      sql[at]!()
    }
  })
console.table(
  Object.fromEntries(
    Object.entries(parts).map(([k, v]) => [
      k,
      Object.fromEntries(Object.entries(v).map(([n, s]) => [n, Math.round(quantile(s, 0.5))])),
    ]),
  ),
)
