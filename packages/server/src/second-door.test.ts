import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn } from './features/auth/sign-in.ts'
import { linkMedia, listFiles } from './features/library/media/files.use-cases.ts'
import { addFavorite, listFavorites, listMarks, removeFavorite } from './features/marks/marks.use-cases.ts'
import { bytesOfCard } from './features/works/card-record.ts'
import { listWorks } from './features/works/list-works.use-cases.ts'
import { getCover, getWork } from './features/works/works.use-cases.ts'
import type { Context } from './http/context.ts'
import { eachEngine } from './testing/engines.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { startTestServer, type World } from './testing/test-server.ts'
import { visitor } from './testing/visitor.ts'

const [open, adult] = ['RJ90000001', 'RJ90000002']
const nobody: Context = { method: 'GET', headers: {}, locale: 'en-US', ...visitor }
/** A member may play audio. */
async function memberOf({ deps, signIn: enter }: World): Promise<Context> {
  const { token } = await enter()
  return { ...nobody, person: await deps.sessions.authenticate(`Bearer ${token}`, '127.0.0.1') }
}

const jsonOf = (cards: readonly Buffer[]): unknown[] => cards.map((card) => JSON.parse(card.toString()))

eachEngine((engine) => {
  let here: World
  let root: string

  beforeEach(async () => {
    here = await startTestServer(engine)
    root = await mkdtemp(join(tmpdir(), 'koedana-door-'))
    await here.make([
      { id: open, name: 'rain', ageCategory: 'all' },
      { id: adult, name: 'rain at night', ageCategory: 'r18' },
    ])
    await putInLibrary(here.deps.write, [open, adult], root)
    await here.deps.catalogue.caughtUp()
  })
  afterEach(async () => {
    await here.close()
    await rm(root, { recursive: true })
  })

  test('another door lists and reads the works that the API does, without its endpoints', async () => {
    const { deps, call } = here
    const listed = await listWorks(deps, { filter: { q: 'rain' }, pageSize: 1 }, nobody)
    const response = await call(api.listWorks, { query: { q: 'rain', pageSize: 1 } })
    expect({ ...listed, items: jsonOf(listed.items.map(bytesOfCard)) }).toMatchObject({
      ...response,
      items: response.items,
    })
    const { metadata: _, ...work } = await call(api.getWork, { params: { id: open } })
    expect(await getWork(deps, { id: 'rj90000001' }, nobody)).toEqual(work)
    expect(await getCover(deps, { id: open }, nobody)).toEqual(
      (await call(api.revealCover, { params: { id: open } })).cover,
    )
  })

  test('what a viewer may not see is not found by any door', async () => {
    const { deps } = here
    expect((await listWorks(deps, { filter: {} }, nobody)).total).toBe(1)
    for (const id of [adult, 'RJ99999999', 'no id']) {
      await expect(getWork(deps, { id }, nobody)).rejects.toMatchObject({ code: 'notFound' })
      await expect(getCover(deps, { id }, nobody)).rejects.toMatchObject({ code: 'notFound' })
      await expect(listFiles(deps, { id }, nobody)).rejects.toMatchObject({ code: 'notFound' })
    }
    const listener = await memberOf(here)
    const ids = (await deps.db.selectFrom('track').select('id').orderBy('path').execute()).map(({ id }) => id)
    expect((await linkMedia(deps, ids, listener)).map(({ id }) => id)).toEqual(ids.slice(0, 1))
  })

  test('files come with links that open them, at this door as at the other', async () => {
    const { deps, app } = here
    const { path } = await deps.db
      .selectFrom('track')
      .select('path')
      .orderBy('path')
      .executeTakeFirstOrThrow()
    await writeFile(join(root, path), 'a sound')
    const listener = await memberOf(here)
    const {
      tracks: [track],
    } = await listFiles(deps, { id: open }, listener)
    const [link] = await linkMedia(deps, [track?.id ?? ''], listener)
    for (const url of [track?.url, link?.url]) {
      expect(await app.inject({ url: url ?? '' })).toMatchObject({ statusCode: 200, body: 'a sound' })
    }
  })

  test('somebody who signs in at one door is known at the other, with what they marked', async () => {
    const { deps, bearing } = here
    const caller = { address: '127.0.0.1', userAgent: 'another client' }
    await here.signIn({ username: 'listener', password: 'a long enough one' })
    const credential = { username: 'listener', password: 'a long enough one' }
    const { token } = await signIn(deps, credential, caller)
    const call = bearing(token)
    const person = await deps.sessions.authenticate(`Bearer ${token}`, '127.0.0.1')
    const reader = { person, locale: 'en-US' } as const
    await addFavorite(deps, open, reader)
    expect((await call(api.listFavorites, {})).items.map(({ id }) => id)).toEqual([open])
    const listed = await listFavorites(deps, {}, reader)
    expect(jsonOf(listed.items)).toMatchObject([{ id: open }])
    expect(await listMarks(deps, [open, adult], reader)).toMatchObject([{ id: open, favorite: true }])
    await expect(addFavorite(deps, adult, reader)).rejects.toMatchObject({ code: 'notFound' })
    await removeFavorite(deps, open, reader)
    expect((await call(api.listFavorites, {})).total).toBe(0)
    const wrong = { ...credential, password: 'another one' }
    await expect(signIn(deps, wrong, caller)).rejects.toMatchObject({ code: 'wrongCredentials' })
    await expect(addFavorite(deps, open, nobody)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
