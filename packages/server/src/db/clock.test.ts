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
    const clock = await openClock(database, log, machine)
    // SQLite is of the same machine: there is nobody to agree with.
    const wrong = engine.name === 'sqlite' ? offMs : 0
    expect(Math.abs(clock.now().getTime() - Date.now() - wrong)).toBeLessThan(dayMs / 24)
    clock.close()
    await database.close()
  })
})
