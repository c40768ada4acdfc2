import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { hourMs } from '../progress/hours.rules.ts'

const now = new Date('2026-11-20T20:00:00.000Z')
const idOf = (number: number) => `RJ${90_000_000 + number}`
const voice = { id: 'a1', name: 'Haruka' }
const [rain, night] = [
  { id: 'g1', name: 'Rain' },
  { id: 'g2', name: 'Night' },
]
const finished = 1
const [first, last, favourite] = [2, 7, 8]
const adults = Array.from({ length: 120 }, (_, at) => 100 + at)

/** Seven similar works that share an artist; the last shares a genre with one more work. Also many R18 works. */
const works: FeedWork[] = [
  ...[finished, first, 3, 4, 5, 6].map((number) => ({ number, genres: [rain] })),
  { number: last, genres: [rain, night] },
].map(({ number, genres }) => ({
  id: idOf(number),
  name: `work ${number}`,
  ageCategory: 'all',
  artists: [voice],
  genres,
}))
works.push({ id: idOf(favourite), name: 'favourite', ageCategory: 'all', genres: [night] })
works.push(
  ...adults.map((number) => ({ id: idOf(number), name: `adult ${number}`, ageCategory: 'r18' as const })),
)

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine, { now: () => now })
    await w.make(works)
    await putInLibrary(w.deps.write, [idOf(finished)])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  const hear = async (userId: string, heard: readonly { number: number; seconds: number }[]) => {
    const { key } = await w.deps.db
      .selectFrom('user')
      .select('key')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const hour = Math.floor(now.getTime() / hourMs) - 1
    const rows = heard.map(({ number, seconds }) => ({
      user_key: key,
      work_key: workKeyOf(idOf(number)),
      hour,
      listened_ms: seconds * 1000,
    }))
    await w.deps.write.insertInto('listening_hour').values(rows).execute()
  }

  test('taste is of what may be seen, also where the hundred that were heard the longest may not', async () => {
    const { call, user } = await w.signIn()
    const at = now.toISOString()
    const play = {
      basedOn: 0,
      startedAt: at,
      fileId: `file-${workKeyOf(idOf(finished))}`,
      position: 0,
      chosen: true,
    }
    const heard = { playId: 'play-0001', n: 0, kind: 'finish' as const, position: 5, listened: 5 }
    const reports = [{ ...heard, fileId: `file-${workKeyOf(idOf(finished))}`, at, play }]
    await call(api.saveProgress, {
      body: { deviceNow: at, device: { id: 'phone-0001', name: 'Phone' }, reports },
    })
    await hear(user.id, [
      ...adults.map((number) => ({ number, seconds: 3_000 })),
      { number: favourite, seconds: 600 },
    ])
    const suggested = (await call(api.getHome, {})).own?.because?.items.map(({ work }) => work.id)
    expect(suggested?.[0]).toBe(idOf(last))
    expect(suggested).toContain(idOf(first))
  })
})
