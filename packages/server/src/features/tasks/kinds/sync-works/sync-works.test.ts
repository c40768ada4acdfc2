import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { expect, test } from 'vitest'
import { writeTogether } from '../../../../db/write.ts'
import { eachEngine } from '../../../../testing/engines.ts'
import { wantRecords } from '../../../metadata/upkeep/records.store.ts'
import { openTasks } from '../testing/open-tasks.ts'

eachEngine((engine) => {
  test('try', async () => {
    const database = await engine.open()
    const dataFolder = await mkdtemp(join(tmpdir(), 'koedana-tasks-'))
    const fake = await startMarketplace({ works: 300 })
    const tasks = openTasks({ database, dataFolder, baseUrl: fake.url })
    const ids = [...fake.works.all()].map(({ id }) => id)
    await writeTogether(database.write, (tx) => wantRecords(database, tx, ids))
    const t = performance.now()
    const task = await tasks.run('sync_works', { sources: [] })
    console.log(performance.now() - t, JSON.stringify(task, null, 1), fake.counts())
    console.log(
      await database.read.selectFrom('task_item').selectAll().where('outcome', 'not in', ['added']).execute(),
    )
    await tasks.close()
    await fake.close()
    await database.close()
    await rm(dataFolder, { recursive: true })
    expect(task.status).toBe('finished')
  })
})
