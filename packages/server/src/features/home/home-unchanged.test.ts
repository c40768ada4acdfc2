import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

const idOf = (number: number) => `RJ900000${String(number).padStart(2, '0')}`
const works = Array.from({ length: 12 }, (_, at) => ({
  id: idOf(at + 1),
  name: `work ${at + 1}`,
  ageCategory: 'all' as const,
  releaseDate: `2026-10-${String(at + 1).padStart(2, '0')}`,
  artists: [{ id: 'a1', name: 'Haruka' }],
}))
const hidden = idOf(12)

/** Reports a few seconds of playback of a work. */
async function hear(call: Call, { number, at, n = 0 }: { number: number; at: Date; n?: number }) {
  const [instant, fileId] = [at.toISOString(), `file-${workKeyOf(idOf(number))}`]
  const play = { basedOn: 0, startedAt: instant, fileId, position: 0, chosen: true }
  const report = {
    playId: `play-of-${number}-00`,
    n,
    kind: 'pause' as const,
    fileId,
    position: 5 + n,
    listened: 5,
  }
  await call(api.saveProgress, {
    body: {
      deviceNow: instant,
      device: { id: 'phone-0001', name: 'Phone' },
      reports: [{ ...report, at: instant, play }],
    },
  })
}

async function homeOf({ app }: World, token?: string, held?: string) {
  const { statusCode, headers, body } = await app.inject({
    url: `${basePath}/home`,
    headers: {
      'accept-language': 'en-US',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(held !== undefined && { 'if-none-match': held }),
    },
  })
  return { statusCode, etag: String(headers.etag), body }
}

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let me: SignedInPerson
  let now = new Date('2026-11-20T20:00:00.000Z')
  beforeEach(async () => {
    now = new Date('2026-11-20T20:00:00.000Z')
    w = await startTestServer(engine, { now: () => now })
    await w.make(works)
    await putInLibrary(w.deps.write, [1, 2, 3, 4, 5].map(idOf))
    await w.deps.catalogue.caughtUp()
    admin = await w.signIn({ role: 3 })
    me = await w.signIn()
    await hear(me.call, { number: 1, at: now })
  })
  afterEach(() => w.close())

  async function expectChanged(token: string | undefined, act: () => Promise<unknown>) {
    // Once more, so that the shared parts are cached.
    await homeOf(w, token)
    const { etag } = await homeOf(w, token)
    expect((await homeOf(w, token, etag)).statusCode).toBe(304)
    await act()
    const after = await homeOf(w, token, etag)
    expect(after.statusCode).toBe(200)
    expect(after.etag).not.toBe(etag)
    expect((await homeOf(w, token, after.etag)).statusCode).toBe(304)
    return after.body
  }
  const arrive = async (number: number) => {
    const added = { in_library: 1, added_at: now.toISOString() }
    await w.deps.write
      .updateTable('work')
      .set(added)
      .where('key', '=', workKeyOf(idOf(number)))
      .execute()
    await w.make([{ id: idOf(number), name: `here ${number}` }])
  }

  test.each(['visitor', 'listener'])('what everybody is shown changes the tag of a %s', async (who) => {
    const token = who === 'visitor' ? undefined : me.token
    const changed = (act: () => Promise<unknown>) => expectChanged(token, act)
    const made = { title: 'Quiet hours', content: '' }
    let id = ''
    const reported = await changed(async () => {
      id = (await admin.call(api.createAnnouncement, { body: made })).id
    })
    expect(reported).toContain('Quiet hours')
    const renamed = { params: { id }, body: { title: 'Loud hours' } }
    expect(await changed(() => admin.call(api.updateAnnouncement, renamed))).toContain('Loud hours')
    const gone = await changed(() => admin.call(api.deleteAnnouncement, { params: { id } }))
    expect(gone).not.toContain('Loud hours')
    expect(await changed(() => w.make([{ id: idOf(2), name: 'Renamed' }]))).toContain('Renamed')
    await changed(() => arrive(7))
    expect(await changed(() => w.make([{ id: hidden, ageCategory: 'r18' }]))).not.toContain(hidden)
    expect(await changed(() => w.make([{ id: hidden, ageCategory: 'all' }]))).toContain(hidden)
  })

  test('what is a listener’s own changes their tag', async () => {
    const { call, token } = me
    const changed = (act: () => Promise<unknown>) => expectChanged(token, act)
    await changed(() => hear(call, { number: 2, at: now }))
    await changed(() => hear(call, { number: 2, at: now, n: 1 }))
    await changed(() => call(api.saveMark, { params: { id: idOf(2) }, body: { progress: 'postponed' } }))
    await changed(() => call(api.follow, { params: { kind: 'artists', id: 'a1' } }))
    await changed(() => call(api.createView, { body: { name: 'new ones', search: { inLibrary: true } } }))
    await changed(() => call(api.saveHomeLayout, { body: { order: ['latest'], hidden: ['followed'] } }))
    await changed(async () => {
      await call(api.visitHome, {})
      now = new Date(now.getTime() + 5 * 3_600_000)
    })
    const { id } = await admin.call(api.createAnnouncement, { body: { title: 'Hours', content: '' } })
    await changed(() => call(api.readAnnouncement, { params: { id } }))
    const excluded = { makers: [], series: [], artists: [{ id: 'a1' }], illustrators: [], genres: [] }
    const settings = {
      policy: 'moderate' as const,
      ageFilterMode: 'no_limit' as const,
      filterDefaults: {},
    }
    await changed(() => call(api.saveSettings, { body: { ...settings, excluded } }))
  })

  test('the page of one person is nobody else’s, whatever they hold', async () => {
    const mine = await homeOf(w, me.token)
    for (const token of [undefined, admin.token]) {
      const theirs = await homeOf(w, token, mine.etag)
      expect(theirs.statusCode).toBe(200)
      expect(theirs.body).not.toBe(mine.body)
    }
  })
})

onTwoNodes(() => {
  let nodes: TwoNodes | undefined
  afterEach(() => nodes?.close())

  test('an announcement of one node is on the home page that the other one kept', async () => {
    nodes = await startTwoNodes()
    const { one, other, followed } = nodes
    const admin = await one.signIn({ role: 3 })
    await homeOf(other)
    const { etag } = await homeOf(other)
    await admin.call(api.createAnnouncement, { body: { title: 'Quiet hours', content: '' } })
    await followed()
    const after = await homeOf(other, undefined, etag)
    expect([after.statusCode, after.body.includes('Quiet hours')]).toEqual([200, true])
  })
})
