import { api } from '@koedana/contract/api.ts'
import { workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chunksOf } from '../../db/statements.ts'
import { eachEngine } from '../../testing/engines.ts'
import type { SignedInPerson } from '../../testing/test-server.ts'
import { type Streaming, streaming } from '../library/testing/streaming.ts'

/** More data than the buffers on both ends hold. */
const marked = { works: 4_000, note: 'calm and long '.repeat(300) }

eachEngine((engine) => {
  let here: Streaming
  let owner: SignedInPerson
  beforeEach(async () => {
    here = await streaming(engine)
    owner = await here.world.signIn()
    const first = workKeyOf('RJ91000000')
    const keys = Array.from({ length: marked.works }, (_, at) => first + at)
    await here.world.make(keys.map((key) => ({ id: workIdOf(key), name: 'rain', ageCategory: 'all' })))
    const { key: user_key } = await here.world.deps.db
      .selectFrom('user')
      .select('key')
      .where('username', '=', owner.user.username)
      .executeTakeFirstOrThrow()
    const rest = { user_key, state: null, state_ms: 0, rating: 5, note: marked.note }
    for (const some of chunksOf(keys, 500)) {
      const rows = some.map((work_key) => ({ ...rest, work_key }))
      await here.world.deps.write.insertInto('mark').values(rows).execute()
    }
  })
  afterEach(() => here.close())

  const options = () => ({ headers: { authorization: `Bearer ${owner.token}` } })

  test.each(['/account/data', '/account/data.csv'])('%s ends with its session', async (path) => {
    const url = `/api/v3${path}`
    expect(await here.endsEarly(url, async () => undefined, options())).toBe(false)
    expect(await here.endsEarly(url, () => owner.call(api.logout, {}), options())).toBe(true)
    expect(await here.statusOf(url)).toBe(401)
  })
})
