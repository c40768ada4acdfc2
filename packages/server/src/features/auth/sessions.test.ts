import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { createSessionCache } from './sessions.ts'

eachEngine((engine) => {
  const at = '2026-11-20T12:00:00.000Z'
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine, { now: () => new Date(at) })
  })
  afterEach(() => w.close())

  /** Opens the given number of sessions for one account and returns their public IDs. */
  async function openMany(count: number): Promise<string[]> {
    await w.signIn({ username: 'haruka' })
    const { key } = await w.deps.db.selectFrom('user').select('key').executeTakeFirstOrThrow()
    const ids = Array.from({ length: count }, (_, n) => `session-${n}`)
    const rows = ids.map((id) => ({
      id,
      token_hash: `hash of ${id}`,
      user_key: key,
      user_agent: '',
      address: '192.0.2.7',
      created_at: at,
      last_used_at: at,
      expires_at: '2026-12-20T12:00:00.000Z',
    }))
    await w.deps.write.insertInto('session').values(rows).execute()
    return ids
  }

  test('sessions in use are known without the database, and no more than may be', async () => {
    const { db: read, write } = w.deps
    const log = createLog('silent')
    const sources = { read, write, log, now: () => new Date(at), visitorCeiling: () => 'all' as const }
    const sessions = createSessionCache(sources, 10)
    const find = (value: string) => sessions.get({ column: 'id', value })
    const ids = await openMany(30)
    for (const id of ids) {
      await find('session-0')
      expect(await find(id)).toBeDefined()
    }
    await write.deleteFrom('session').where('id', 'in', ids).execute()
    const found = await Promise.all(ids.map(find))
    const known = ids.filter((_, at) => found[at])
    expect(known).toEqual(['session-0', ...ids.slice(-9)])
    sessions.forget('all')
    expect(await find('session-0')).toBeUndefined()
  })

  test.each([
    ['all', 'all'],
    ['the account', 'own'],
  ] as const)('a session that was read before %s was forgotten is not known after it', async (_, whom) => {
    const { db, write } = w.deps
    const [read, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read.resolve()
        await gate.promise
        return result
      },
    })
    const log = createLog('silent')
    const visitorCeiling = () => 'all' as const
    const sessions = createSessionCache({ read: slow, write, log, now: () => new Date(at), visitorCeiling })
    const find = () => sessions.get({ column: 'id', value: 'session-0' })
    await openMany(1)
    const { key } = await db.selectFrom('user').select('key').executeTakeFirstOrThrow()
    const early = find()
    await read.promise
    await write.deleteFrom('session').execute()
    sessions.forget(whom === 'all' ? 'all' : [key])
    gate.resolve()
    // A call that started before the end may still succeed, but no later one.
    expect(await early).toBeDefined()
    expect(await find()).toBeUndefined()
  })
})
