import { get, type IncomingMessage } from 'node:http'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import { maxStreams, maxStreamsPerUser } from '../tasks.api.ts'
import { createCountingKind } from '../testing/counting-kind.ts'

const kind = createCountingKind(() => ({ count: 1, pauseMs: 0 }))
const taskKinds = {
  sync_works: kind,
  refresh_works: kind,
  clean_works: kind,
  measure_sounds: kind,
  make_backup: kind,
  move_in: kind,
}

eachEngine((engine) => {
  let here: World
  let origin: string
  beforeEach(async () => {
    here = await startTestServer(engine, { taskKinds })
    origin = await here.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => here.close())

  const open = ({ token }: SignedInPerson) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      get(`${origin}/api/v3/admin/tasks/events`, { headers }, resolve).on('error', reject)
    })
  const statusOf = async (who: SignedInPerson) => {
    const response = await open(who)
    response.destroy()
    return response.statusCode
  }

  test('a person has so many streams open, and one more once another ended', async () => {
    const admin = await here.signIn({ role: roleOf.admin })
    const other = await here.signIn({ role: roleOf.admin })
    const streams: IncomingMessage[] = []
    for (let n = 0; n < maxStreamsPerUser; n++) streams.push(await open(admin))
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200))
    expect(await statusOf(admin)).toBe(429)
    expect(await statusOf(other)).toBe(200)
    streams[0]?.destroy()
    await expect.poll(() => statusOf(admin)).toBe(200)
    for (const stream of streams) stream.destroy()
  })

  test('all administrators together have so many streams open, and one more once another ended', async () => {
    const streams: IncomingMessage[] = []
    const more = async () => {
      const admin = await here.signIn({ role: roleOf.admin })
      for (let n = 0; n < maxStreamsPerUser; n++) streams.push(await open(admin))
    }
    while (streams.length < maxStreams) await more()
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200))
    const late = await here.signIn({ role: roleOf.admin })
    expect(await statusOf(late)).toBe(429)
    streams[0]?.destroy()
    await expect.poll(() => statusOf(late)).toBe(200)
    for (const stream of streams) stream.destroy()
  })
})
