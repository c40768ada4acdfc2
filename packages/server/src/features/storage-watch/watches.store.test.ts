import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { claimWatch } from './watches.store.ts'

eachEngine((engine) => {
  test('a watch that a wrong clock took for a year is free, and one that somebody holds is not', async () => {
    const w = await startTestServer(engine)
    await w.make([{ id: 'RJ90000001', name: 'rain', ageCategory: 'all' }])
    await putInLibrary(w.deps.write, ['RJ90000001'])
    const { key } = await w.deps.db.selectFrom('storage').select('key').executeTakeFirstOrThrow()
    const [at, until] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:10.000Z']
    const claimBy = (watcher: string) => claimWatch(w.deps.write, { key, watcher, at, until })
    expect(await claimBy('one')).toBe(true)
    expect(await claimBy('another')).toBe(false)
    await w.deps.write.updateTable('storage').set({ watcher_until: '2027-02-05T00:00:00.000Z' }).execute()
    expect(await claimBy('another')).toBe(true)
    await w.close()
  })
})
