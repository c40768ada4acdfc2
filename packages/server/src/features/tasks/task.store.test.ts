import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { eachEngine } from '../../testing/engines.ts'
import { cancelTaskRow, claimTask, insertTask, isAnythingClaimable } from './task.store.ts'

const at = '2026-01-01T00:00:00.000Z'
const leaseUntil = '2026-01-01T00:00:10.000Z'
const requested = { kind: 'sync_works', options: {}, userKey: null, retryOfKey: null, at } as const
const several = Array.from({ length: 8 }, (_, number) => number)

eachEngine((engine) => {
  test('of many who order, claim and cancel at once, one does it', async () => {
    const { write, close } = await engine.open()
    for (let round = 0; round < 20; round += 1) {
      const made = (await Promise.all(several.map(() => insertTask(write, requested)))).filter(isThere)
      expect(made).toHaveLength(1)
      const claim = () => claimTask(write, { kinds: ['sync_works'], worker: newId(), at, leaseUntil })
      const claimed = (await Promise.all(several.map(claim))).filter(isThere)
      expect(claimed).toHaveLength(1)
      expect(claimed[0]).toMatchObject({ key: made[0]?.key, status: 'running', started_at: at })
      // The lease has expired, so exactly one worker takes the task over.
      await write.updateTable('task').set({ lease_until: '2025-12-31T00:00:00.000Z' }).execute()
      expect((await Promise.all(several.map(claim))).filter(isThere)).toHaveLength(1)
      await write.updateTable('task').set({ status: 'ready' }).where('status', '=', 'running').execute()
      const cancels = await Promise.all(several.map(() => cancelTaskRow(write, made[0]?.id ?? '', at)))
      expect(cancels.filter(isThere)).toHaveLength(1)
    }
    await close()
  })

  test('a lease that a wrong clock took for a year holds nothing up', async () => {
    const { write, close } = await engine.open()
    await insertTask(write, requested)
    const claim = () => claimTask(write, { kinds: ['sync_works'], worker: newId(), at, leaseUntil })
    await claim()
    expect(await isAnythingClaimable(write, { kinds: ['sync_works'], at })).toBe(false)
    await write.updateTable('task').set({ lease_until: '2027-02-05T00:00:00.000Z' }).execute()
    expect(await isAnythingClaimable(write, { kinds: ['sync_works'], at })).toBe(true)
    expect(await claim()).toMatchObject({ lease_until: leaseUntil })
    await close()
  })

  test('different kinds are at work side by side, and each worker takes what it can do', async () => {
    const { write, close } = await engine.open()
    for (const kind of ['sync_works', 'clean_works'] as const) await insertTask(write, { ...requested, kind })
    const claim = (kinds: readonly ('sync_works' | 'refresh_works' | 'clean_works')[]) =>
      claimTask(write, { kinds, worker: newId(), at, leaseUntil })
    expect(await claim([])).toBeUndefined()
    expect(await claim(['refresh_works'])).toBeUndefined()
    expect((await claim(['clean_works']))?.kind).toBe('clean_works')
    expect((await claim(['clean_works', 'sync_works']))?.kind).toBe('sync_works')
    expect(await claim(['clean_works', 'sync_works'])).toBeUndefined()
    await close()
  })
})

const isThere = <T>(value: T | undefined): value is T => value !== undefined
