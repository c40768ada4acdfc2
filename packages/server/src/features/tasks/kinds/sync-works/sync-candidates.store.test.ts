import { expect, onTestFinished, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { walkKeyRanges } from './sync-candidates.store.ts'

const rowsAtOnce = 500
const inserts = 5

eachEngine((engine) => {
  test('every work is in one range, and others have a turn of the loop between any two', async () => {
    const { read, write, close } = await engine.open()
    onTestFinished(close)
    const at = new Date().toISOString()
    const [availability, origin] = ['on_sale', 'folder'] as const
    const work = {
      name: 'Rain',
      availability,
      origin,
      in_library: 1,
      has_lyrics: 0,
      created_at: at,
      updated_at: at,
    } as const
    for (let insert = 0; insert < inserts; insert++) {
      const rows = Array.from({ length: rowsAtOnce }, (_, index) => {
        const key = 1 + insert * rowsAtOnce + index
        return { ...work, key, id: `RJ${key}` }
      })
      await write.insertInto('work').values(rows).execute()
    }
    let [turns, ranges, behind] = [0, 0, 0]
    for await (const { after, last } of walkKeyRanges(read, 0)) {
      expect(after).toBe(behind)
      expect(turns).toBeGreaterThanOrEqual(ranges)
      behind = last
      ranges += 1
      setImmediate(() => {
        turns += 1
      })
    }
    expect(behind).toBe(inserts * rowsAtOnce)
    expect(ranges).toBeGreaterThan(1)
  })
})
