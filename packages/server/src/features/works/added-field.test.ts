/** Tests that adding a number to works takes only the entry and the migration below. */
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../db/open.ts'
import { type Engine, eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { exportText } from '../metadata/feed/testing/feed-fixtures.ts'
import { minute } from '../metadata/ingest/testing/source-batches.ts'

vi.mock('@koedana/contract/work-fields.ts', async (original) => {
  const { workFields } = await original<typeof import('@koedana/contract/work-fields.ts')>()
  const playCount = {
    kind: 'count',
    bit: 24,
    column: 'play_count',
    isOnCard: true,
    hasHistory: true,
    min: 'minPlayCount',
    max: 'maxPlayCount',
    desc: 'playCountDesc',
    asc: 'playCountAsc',
    average: 'averagePlayCountDesc',
    total: 'totalPlayCountDesc',
  }
  return { workFields: { ...workFields, playCount } }
})

async function openWithColumn(engine: Engine): Promise<Database> {
  const database = await engine.open()
  await sql`alter table work add column play_count integer`.execute(database.write)
  await sql`alter table work_stats_daily add column play_count integer`.execute(database.write)
  return database
}

const maker = { id: 'RG1', name: 'Quiet Room' }
const lineOf = (id: string, playCount: number | null) => ({
  id,
  name: id,
  ageCategory: 'all' as const,
  maker,
  playCount,
})
const [rare, known, loved, unknown] = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90000004'] as const

const Counted = v.object({ playCount: v.nullable(v.number()) })
const Listed = v.object({ items: v.array(v.object({ id: v.string(), ...Counted.entries })) })
const Ranked = v.object({ items: v.array(v.object({ value: v.nullable(v.number()) })) })
const Facets = v.object({ histograms: v.object({ playCount: v.object({ counts: v.array(v.number()) }) }) })
const History = v.object({ points: v.array(Counted) })
const Origin = v.object({ source: v.string(), lock: v.nullable(v.object({ by: v.string() })) })
const Metadata = v.object({
  work: Counted,
  fields: v.object({ playCount: Origin }),
  edits: v.array(v.object({ id: v.string() })),
})

eachEngine((engine) => {
  let here: World
  let authorization: string
  beforeAll(async () => {
    here = await startTestServer({ ...engine, open: () => openWithColumn(engine) })
    authorization = `Bearer ${(await here.signIn({ role: roleOf.admin, username: 'keeper' })).token}`
    const lines = [lineOf(rare, 2), lineOf(known, 5), lineOf(loved, 9), lineOf(unknown, null)]
    await here.make(lines, minute(0))
  })
  afterAll(() => here.close())

  const send = (url: string, method: 'GET' | 'PATCH' | 'POST' = 'GET', payload: object = {}) =>
    here.app.inject({
      method,
      url: `${basePath}${url}`,
      headers: { authorization },
      ...(method === 'PATCH' && { payload }),
    })
  const read = async <S extends v.GenericSchema>(schema: S, url: string): Promise<v.InferOutput<S>> =>
    v.parse(schema, (await send(url)).json())
  const list = async (query: string) =>
    (await read(Listed, `/works?${query}`)).items.map(({ id, playCount }) => [id, playCount])

  test('a number that has an entry is sent, kept, listed, bounded, put in order and counted', async () => {
    expect(await list('sort=playCountDesc')).toEqual([
      [loved, 9],
      [known, 5],
      [rare, 2],
      [unknown, null],
    ])
    expect(await list('minPlayCount=3&maxPlayCount=8')).toEqual([[known, 5]])
    expect((await list('sort=playCountAsc'))[0]).toEqual([rare, 2])
    expect((await send('/works?minPlayCount=-1')).json()).toMatchObject({
      fields: { 'query.minPlayCount': 'numberTooSmall' },
    })
    const { histograms } = await read(Facets, '/works/facets?facets=histograms')
    expect(histograms.playCount.counts.reduce((sum, count) => sum + count)).toBe(3)
    const [total, average] = [
      await read(Ranked, '/makers?sort=totalPlayCountDesc'),
      await read(Ranked, '/makers?sort=averagePlayCountDesc'),
    ]
    expect([total.items[0]?.value, average.items[0]?.value]).toEqual([16, 5.33])
    const { points } = await read(History, `/works/${loved}/history`)
    expect(points.at(-1)?.playCount).toBe(9)
    expect(await exportText(here.deps.database)).toContain('"playCount":9')
  })

  test('it is edited, locked, undone and traced to its source like every other', async () => {
    const edited = await send(`/works/${rare}`, 'PATCH', { values: { playCount: 30 } })
    const metadata = v.parse(Metadata, edited.json())
    expect(metadata).toMatchObject({
      work: { playCount: 30 },
      fields: { playCount: { source: 'edit', lock: { by: 'keeper' } } },
    })
    expect((await list('sort=playCountDesc'))[0]).toEqual([rare, 30])
    await here.make([lineOf(rare, 3)], minute(1))
    expect((await read(Metadata, `/works/${rare}/edits`)).work.playCount).toBe(30)
    const undone = await send(`/works/${rare}/edits/${metadata.edits[0]?.id}/undo`, 'POST')
    expect(v.parse(Metadata, undone.json())).toMatchObject({
      work: { playCount: 2 },
      fields: { playCount: { source: 'feed', lock: null } },
    })
    expect((await send(`/works/${rare}`, 'PATCH', { values: { playCount: -1 } })).json()).toMatchObject({
      fields: { 'body.values.playCount': 'numberTooSmall' },
    })
  })
})
