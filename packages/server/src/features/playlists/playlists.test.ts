import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'

const [one, two, three, adult] = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90000004'] as const
const works = [
  { id: one, name: 'rain', ageCategory: 'all' as const },
  { id: two, name: 'wind', ageCategory: 'all' as const },
  { id: three, name: 'snow', ageCategory: 'all' as const },
  { id: adult, name: 'night', ageCategory: 'r18' as const },
]
const fileOf = (workId: string) => `file-${workKeyOf(workId)}`

async function stock({ make, deps }: Pick<World, 'make' | 'deps'>): Promise<void> {
  await make(works)
  await putInLibrary(deps.write, [one, two, three, adult])
  await deps.catalogue.caughtUp()
}

const thing = (workId: string, fileId?: string) => ({ workId, ...(fileId ? { fileId } : {}) })

async function make(call: Call, name: string, ids: readonly string[] = [], shared = false): Promise<string> {
  const body = { name, shared, items: ids.map((id) => thing(id)) }
  return (await call(api.createPlaylist, { body })).id
}

const read = (call: Call, id: string) => call(api.getPlaylist, { params: { id }, query: { pageSize: 100 } })
const worksOf = async (call: Call, id: string) => (await read(call, id)).items.map(({ work }) => work.id)
const itemOf = async (call: Call, id: string, workId: string) => {
  const found = (await read(call, id)).items.find(({ work }) => work.id === workId)
  if (!found) throw new Error('no item')
  return found.id
}
const status = (code: number) => ({ status: code })

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await stock(w)
  })
  afterEach(() => w.close())

  test('a playlist is made, filled, put in order, renamed and deleted', async () => {
    const { call } = await w.signIn()
    const id = await make(call, ' Evenings ', [one, two])
    const add = (items: object[], before?: string | null) =>
      call(api.addToPlaylist, {
        params: { id },
        body: {
          items: items.map((item) => ({ workId: one, ...item })),
          ...(before !== undefined && { before }),
        },
      })
    expect(await add([{ workId: three }, { workId: one }, { workId: three }])).toEqual({ added: 1 })
    expect(await worksOf(call, id)).toEqual([one, two, three])
    const move = async (workId: string, before: string | null) =>
      call(api.movePlaylistItem, {
        params: { id, itemId: await itemOf(call, id, workId) },
        body: { before: before && (await itemOf(call, id, before)) },
      })
    await move(three, one)
    await move(one, null)
    expect(await worksOf(call, id)).toEqual([three, two, one])
    await call(api.removePlaylistItem, { params: { id, itemId: await itemOf(call, id, two) } })
    expect(await worksOf(call, id)).toEqual([three, one])
    expect(await add([{ workId: two }], await itemOf(call, id, one))).toEqual({ added: 1 })
    expect(await worksOf(call, id)).toEqual([three, two, one])
    await call(api.updatePlaylist, { params: { id }, body: { description: 'for later' } })
    const { playlist } = await read(call, id)
    expect(playlist).toMatchObject({ name: 'Evenings', description: 'for later', own: true, itemCount: 3 })
    expect(playlist.works.map((work) => work.id)).toEqual([three, two, one])
    await call(api.deletePlaylist, { params: { id } })
    await expect(read(call, id)).rejects.toMatchObject(status(404))
    expect((await call(api.listPlaylists, {})).items).toEqual([])
  })

  test('tracks are items of their own; one whose file is gone stays, says so and is not played', async () => {
    const { call } = await w.signIn()
    const id = await make(call, 'tracks', [two])
    const body = { items: [thing(one, fileOf(one)), thing(two, fileOf(one)), thing(one, 'unknown')] }
    expect(await call(api.addToPlaylist, { params: { id }, body })).toEqual({ added: 1 })
    const trackOf = async () => (await read(call, id)).items[1]?.track
    const track = { fileId: fileOf(one), title: 'one', duration: 60, gone: false }
    expect(await trackOf()).toEqual(track)
    const played = async () => {
      const { items } = await call(api.listPlaylistTracks, { params: { id }, query: {} })
      return items.map(({ work, tracks }) => [work.id, tracks.map((item) => item.id)])
    }
    expect(await played()).toEqual([
      [two, [fileOf(two)]],
      [one, [fileOf(one)]],
    ])
    const has = await call(api.listPlaylists, { query: { workId: one, fileId: fileOf(one) } })
    expect(has.items[0]?.has).toBe((await read(call, id)).items[1]?.id)
    // A scan assigned the file to another work, which is hidden. Its title there must not be shown.
    const moved = { work_key: workKeyOf(adult), title: 'secret', duration_seconds: 9 }
    await w.deps.write.updateTable('track').set(moved).where('id', '=', fileOf(one)).execute()
    expect(await trackOf()).toEqual({ ...track, gone: true })
    await w.deps.write.deleteFrom('track').where('id', '=', fileOf(one)).execute()
    expect(await trackOf()).toEqual({ ...track, gone: true })
    expect(await played()).toEqual([
      [two, [fileOf(two)]],
      [one, []],
    ])
  })

  test('what is shared is read by all who are signed in and changed by its owner alone', async () => {
    const [owner, reader] = [await w.signIn(), await w.signIn({ role: roleOf.admin })]
    const secret = await make(owner.call, 'secret', [one])
    const id = await make(owner.call, 'for all', [one, two], true)
    const { items, total } = await reader.call(api.listPlaylists, { query: { scope: 'shared' } })
    expect(total).toBe(1)
    const { username } = owner.user
    expect(items[0]).toMatchObject({ id, own: false, owner: username, updatedAt: null, itemCount: 2 })
    expect(await worksOf(reader.call, id)).toEqual([one, two])
    expect((await owner.call(api.listPlaylists, { query: { scope: 'shared' } })).items).toEqual([])
    const itemId = await itemOf(reader.call, id, one)
    const acts = (listId: string) => [
      () => reader.call(api.updatePlaylist, { params: { id: listId }, body: { name: 'mine' } }),
      () => reader.call(api.deletePlaylist, { params: { id: listId } }),
      () => reader.call(api.addToPlaylist, { params: { id: listId }, body: { items: [thing(three)] } }),
      () => reader.call(api.removePlaylistItem, { params: { id: listId, itemId } }),
      () => reader.call(api.movePlaylistItem, { params: { id: listId, itemId }, body: { before: null } }),
    ]
    for (const act of acts(id)) await expect(act()).rejects.toMatchObject(status(403))
    for (const act of acts(secret)) await expect(act()).rejects.toMatchObject(status(404))
    await expect(read(reader.call, secret)).rejects.toMatchObject(status(404))
    await expect(read(w.call, id)).rejects.toMatchObject(status(401))
    await owner.call(api.updatePlaylist, { params: { id }, body: { shared: false } })
    await expect(read(reader.call, id)).rejects.toMatchObject(status(404))
  })

  test('to one who may not see a work, a shared playlist with it equals one without it', async () => {
    const owner = await w.signIn({ ageRestriction: 'r18' })
    const child = await w.signIn({ ageRestriction: 'all' })
    const mixed = await make(owner.call, 'same', [adult, one, two], true)
    const nothing = await make(owner.call, 'only', [adult], true)
    const plain = await make(owner.call, 'same', [one, two], true)
    const empty = await make(owner.call, 'none', [], true)
    // Omit the fields that differ between any two playlists.
    const seen = async (id: string) => {
      const [whole, tracks, lists] = await Promise.all([
        read(child.call, id),
        child.call(api.listPlaylistTracks, { params: { id }, query: {} }),
        child.call(api.listPlaylists, { query: { scope: 'shared', workId: adult } }),
      ])
      const bare = ({ id: _, createdAt: __, ...rest }: Record<string, unknown>) => rest
      const withoutSignatures = (text: string) => text.replace(/\?s=[^"]+/g, '')
      return withoutSignatures(
        JSON.stringify({
          playlist: bare(whole.playlist),
          items: whole.items.map(bare),
          total: whole.total,
          tracks: tracks.items.map(bare),
          listed: lists.items.filter((list) => list.id === id).map(bare),
        }),
      )
    }
    expect(await seen(mixed)).toBe(await seen(plain))
    const listed = await child.call(api.listPlaylists, { query: { scope: 'shared' } })
    expect(listed.items.map(({ id }) => id)).toEqual([plain, mixed])
    expect(listed.total).toBe(2)
    for (const id of [nothing, empty]) await expect(read(child.call, id)).rejects.toMatchObject(status(404))
    expect(await worksOf(owner.call, mixed)).toEqual([adult, one, two])
  })

  test('what cannot be seen is not added, and keeps its position while others move', async () => {
    const owner = await w.signIn({ ageRestriction: 'r18' })
    const id = await make(owner.call, 'mixed', [one, adult, two, three])
    await w.deps.write.updateTable('user').set({ age_restriction: 'all' }).execute()
    w.deps.sessions.forget('all')
    expect(await worksOf(owner.call, id)).toEqual([one, two, three])
    expect((await read(owner.call, id)).playlist.itemCount).toBe(3)
    const other = await make(owner.call, 'other')
    const add = { params: { id: other }, body: { items: [thing(adult), thing(adult, fileOf(adult))] } }
    expect(await owner.call(api.addToPlaylist, add)).toEqual({ added: 0 })
    const itemId = await itemOf(owner.call, id, three)
    await owner.call(api.movePlaylistItem, {
      params: { id, itemId },
      body: { before: await itemOf(owner.call, id, one) },
    })
    expect(await worksOf(owner.call, id)).toEqual([three, one, two])
    await w.deps.write.updateTable('user').set({ age_restriction: 'r18' }).execute()
    w.deps.sessions.forget('all')
    expect(await worksOf(owner.call, id)).toEqual([three, one, adult, two])
  })

  test('two devices that move and add at once lose nothing; what is gone is a conflict', async () => {
    const { call } = await w.signIn()
    const id = await make(call, 'two devices', [one, two, three])
    const [first, second, third] = (await read(call, id)).items.map((item) => item.id)
    const move = (itemId = '', before: string | null = null) =>
      call(api.movePlaylistItem, { params: { id, itemId }, body: { before } })
    await Promise.all([
      move(third, first ?? null),
      call(api.addToPlaylist, { params: { id }, body: { items: [thing(one, fileOf(one))] } }),
      move(first, second ?? null),
    ])
    const order = (await read(call, id)).items.map(({ work, track }) => track?.fileId ?? work.id)
    expect(order).toEqual([three, one, two, fileOf(one)])
    await call(api.removePlaylistItem, { params: { id, itemId: first ?? '' } })
    await call(api.removePlaylistItem, { params: { id, itemId: first ?? '' } })
    await expect(move(second, first)).rejects.toMatchObject(status(409))
    await expect(move(first, second)).rejects.toMatchObject(status(409))
  })

  test('a guest has playlists and shares none; they go with the account', async () => {
    const guest = await w.signIn({ role: roleOf.guest })
    const id = await make(guest.call, 'short', [one])
    expect(await worksOf(guest.call, id)).toEqual([one])
    await expect(make(guest.call, 'shared', [], true)).rejects.toMatchObject(status(403))
    const share = { params: { id }, body: { shared: true } }
    await expect(guest.call(api.updatePlaylist, share)).rejects.toMatchObject(status(403))
    await w.deps.write.deleteFrom('user').execute()
    expect(await w.deps.db.selectFrom('playlist_item').selectAll().execute()).toEqual([])
  })

  test('what a disabled account shares is shown to nobody', async () => {
    const [owner, reader] = [await w.signIn(), await w.signIn()]
    const id = await make(owner.call, 'shared', [one], true)
    await w.deps.write
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', owner.user.id)
      .execute()
    await expect(read(reader.call, id)).rejects.toMatchObject(status(404))
    expect((await reader.call(api.listPlaylists, { query: { scope: 'shared' } })).total).toBe(0)
  })
})

onTwoNodes(() => {
  let nodes: TwoNodes
  beforeEach(async () => {
    nodes = await startTwoNodes()
  })
  afterEach(() => nodes.close())

  test('what one node moves, the other moves on from', async () => {
    const { one: here, other: there } = nodes
    await stock(here)
    await nodes.followed()
    const { call, token } = await here.signIn()
    const elsewhere = there.bearing(token)
    const id = await make(call, 'both', [one, two, three])
    const items = (await read(elsewhere, id)).items.map((item) => item.id)
    const move = (by: Call, at: number, before: number) =>
      by(api.movePlaylistItem, {
        params: { id, itemId: items[at] ?? '' },
        body: { before: items[before] ?? null },
      })
    await Promise.all([move(call, 2, 0), move(elsewhere, 1, 0)])
    expect((await worksOf(call, id)).at(-1)).toBe(one)
    expect(await worksOf(elsewhere, id)).toEqual(await worksOf(call, id))
  })
})
