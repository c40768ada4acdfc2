// @module-tag large
/** During an import, each work is either in lists or counted as pending for administrators. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/feed-fixtures.ts'

const count = 3_000
const batch = 250
const idOf = (n: number) => `RJ${String(90_000_000 + n)}`
const works = Array.from({ length: count }, (_, n) => ({
  id: idOf(n),
  name: `Rain ${n}`,
  ageCategory: n % 3 === 0 ? 'r18' : 'all',
}))

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
  })
  afterEach(() => w.close())

  const index = () => admin.call(api.getIndex, {})
  const found = async () => (await admin.call(api.listWorks, { query: { q: 'Rain' } })).total
  const committed = async () => {
    const { many } = await w.deps.database.read
      .selectFrom('work')
      .select((e) => e.fn.countAll().as('many'))
      .executeTakeFirstOrThrow()
    return Number(many)
  }

  /** Reads in this order, so that a work shown in between is counted as pending, found, or both, but never as neither. */
  async function sample() {
    const stored = await committed()
    const { pendingWorks, generation } = await index()
    return { stored, pendingWorks, generation, found: await found() }
  }

  test('an import of 3,000 works, while others search', async () => {
    let isOver = false
    const importing = (async () => {
      for (let at = 0; at < count; at += batch)
        await ingestFeedWorks(w.deps.database, works.slice(at, at + batch))
      isOver = true
    })()
    const samples: Awaited<ReturnType<typeof sample>>[] = []
    while (!isOver) samples.push(await sample())
    await importing
    const { generation: atEnd } = await index()
    // The running build may have started before the last commit; the next one contains every work.
    const later = new Set<string>()
    for (;;) {
      const last = await sample()
      samples.push(last)
      if (last.generation !== atEnd) later.add(last.generation)
      if (last.pendingWorks === 0 || later.size > 2) break
    }
    expect(samples.filter((one) => one.found + one.pendingWorks < one.stored)).toEqual([])
    expect(later.size).toBeLessThanOrEqual(2)
    expect(samples.at(-1)).toMatchObject({ stored: count, pendingWorks: 0, found: count })
    expect(samples.some(({ pendingWorks }) => pendingWorks > 0)).toBe(true)
    for (const n of [0, 1, 1_499, count - 1])
      expect((await admin.call(api.listWorks, { query: { q: idOf(n) } })).total).toBe(1)
  })

  test('only administrators learn how many works are pending', async () => {
    const member = await w.signIn()
    await expect(member.call(api.getIndex, {})).rejects.toMatchObject({ status: 403 })
    await expect(w.call(api.getIndex, {})).rejects.toMatchObject({ status: 401 })
    expect(await index()).toMatchObject({ pendingWorks: 0 })
  })
})
