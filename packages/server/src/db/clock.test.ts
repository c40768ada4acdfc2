import { expect, test } from 'vitest'
import { createLog } from '../lib/log.ts'
import { eachEngine } from '../testing/engines.ts'
import { openClock } from './clock.ts'

const log = createLog('silent')
const dayMs = 86_400_000

eachEngine((engine) => {
  test.each([-dayMs, 0, dayMs])('a machine whose clock is %d ms off', async (offMs) => {
    const database = await engine.open()
    const machine = () => Date.now() + offMs
    const now = await openClock(database, log, machine)
    // SQLite uses the clock of the same machine, so there is nothing to correct.
    const wrong = engine.name === 'sqlite' ? offMs : 0
    expect(Math.abs(now().getTime() - Date.now() - wrong)).toBeLessThan(dayMs / 24)
    await database.close()
  })

  test('a machine whose clock jumps while the server runs', async () => {
    if (engine.name === 'sqlite') return
    const database = await engine.open()
    let offMs = 0
    const now = await openClock(database, log, () => Date.now() + offMs)
    offMs = dayMs
    await expect.poll(() => Math.abs(now().getTime() - Date.now()) < dayMs / 24).toBe(true)
    await database.close()
    // Without a database, the last measured offset stays.
    offMs = 3 * dayMs
    expect(now().getTime() - Date.now()).toBeGreaterThan(dayMs)
  })
})
