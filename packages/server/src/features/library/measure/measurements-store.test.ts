import { workKeyOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import {
  countUnmeasured,
  hasUnmeasured,
  saveMeasurement,
  type UnmeasuredWindow,
  walkUnmeasured,
} from './measurements.store.ts'

const work = 'RJ90000001'
const count = 2_345

eachEngine((engine) => {
  let w: World
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([{ id: work, ageCategory: 'all' }])
    await putInLibrary(w.deps.write, [work])
    const first = await w.deps.db.selectFrom('track').selectAll().executeTakeFirstOrThrow()
    await w.deps.write.deleteFrom('track').execute()
    const rows = Array.from({ length: count }, (_, n) => {
      const id = `file-${String(n).padStart(5, '0')}`
      return { ...first, id, work_key: workKeyOf(work), path: `${id}.mp3`, fingerprint: `print-${n}` }
    })
    for (let at = 0; at < rows.length; at += 100)
      await w.deps.write
        .insertInto('track')
        .values(rows.slice(at, at + 100))
        .execute()
  })
  afterAll(() => w.close())

  test('files are looked through in windows, each once, and those that were measured are left out', async () => {
    const { db, write } = w.deps
    for (const fingerprint of ['print-7', 'print-1999'])
      await saveMeasurement(write, { fingerprint, now: new Date() }, undefined)
    const windows: UnmeasuredWindow[] = []
    for await (const window of walkUnmeasured(db, '')) windows.push(window)
    expect(windows.map(({ files, last }) => [files.length, last])).toEqual([
      [999, 'file-00999'],
      [999, 'file-01999'],
      [345, 'file-02344'],
    ])
    const prints = windows.flatMap(({ files }) => files.map(({ fingerprint }) => fingerprint))
    expect(new Set(prints).size).toBe(count - 2)
    expect(await countUnmeasured(db, '')).toBe(count - 2)
    expect(await countUnmeasured(db, 'file-01999')).toBe(345)
    expect(await hasUnmeasured(db)).toBe(true)
    await write.deleteFrom('track').where('fingerprint', 'not in', ['print-7', 'print-1999']).execute()
    expect(await hasUnmeasured(db)).toBe(false)
  })
})
