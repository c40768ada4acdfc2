import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { type AgeCategory, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import type { World } from '../../../testing/test-server.ts'
import { streamedWorkId as id, type Streaming, streaming } from '../testing/streaming.ts'

eachEngine((engine) => {
  let here: Streaming
  let w: World
  beforeEach(async () => {
    here = await streaming(engine)
    w = here.world
  })
  afterEach(() => here.close())

  const makeAdult = () => w.make([{ id, ageCategory: 'r18' }])
  const letVisitorsSee = async (visitorCeiling: AgeCategory) => {
    await w.deps.site.save(w.deps.write, { visitorCeiling })
    await w.deps.catalogue.caughtUp()
  }

  test('no part of a link is a bearer, and no link is a way into the API', async () => {
    const { call } = await w.signIn({ role: roleOf.admin })
    const signature = (await here.linkOf(call)).split('?s=')[1] ?? ''
    const parts = signature.split('.')
    expect(parts).toHaveLength(3)
    for (const bearer of [signature, ...parts, parts.slice(1).join('.')]) {
      for (const path of ['/account', '/works', '/admin/users', `/works/${id}/files`]) {
        const headers = { authorization: `Bearer ${bearer}` }
        expect((await w.app.inject({ url: basePath + path, headers })).statusCode).toBe(401)
      }
    }
    for (const path of ['/account', '/admin/users', '/favorites']) {
      const url = `${basePath}${path}?s=${signature}`
      expect((await w.app.inject({ url, headers: { cookie: `s=${signature}` } })).statusCode).toBe(401)
    }
  })

  test('a bearer opens no file without a link, and a stale one closes none', async () => {
    const { call, token } = await w.signIn()
    const url = await here.linkOf(call)
    const [bare = ''] = url.split('?')
    const withBearer = (path: string, bearer: string) =>
      w.app.inject({ method: 'HEAD', url: path, headers: { authorization: `Bearer ${bearer}` } })
    expect((await withBearer(`${bare}?s=none`, token)).statusCode).toBe(403)
    expect((await withBearer(url, 'nobody-holds-this')).statusCode).toBe(200)
  })

  test('a ceiling that is lowered ends what is open, the link, and what is renewed', async () => {
    await makeAdult()
    const admin = await w.signIn({ role: roleOf.admin })
    const { call, user } = await w.signIn({ ageRestriction: 'r18' })
    const url = await here.linkOf(call)
    const lower = () =>
      admin.call(api.updateUser, { params: { id: user.id }, body: { ageRestriction: 'r15' } })
    expect(await here.endsEarly(url, lower)).toBe(true)
    expect(await here.statusOf(url)).toBe(403)
  })

  test('own choices that hide the work end what is open', async () => {
    await makeAdult()
    const { call } = await w.signIn({ ageRestriction: 'r18' })
    const [track] = (await call(api.listWorkFiles, { params: { id } })).tracks
    const url = track?.url ?? ''
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
    const body = { policy: 'strict', ageFilterMode: 'no_limit', filterDefaults: {}, excluded } as const
    expect(await here.endsEarly(url, () => call(api.saveSettings, { body }))).toBe(true)
    expect(await here.statusOf(url)).toBe(404)
    const fileIds = [track?.id ?? '']
    expect(await call(api.renewMedia, { body: { fileIds } })).toEqual({ items: [] })
  })

  test('a ceiling of visitors that is lowered ends what visitors and guests hear, and nobody else', async () => {
    await letVisitorsSee('r18')
    await makeAdult()
    const guest = await w.signIn({ role: roleOf.guest })
    const member = await w.signIn({ ageRestriction: 'r18' })
    const urls = await Promise.all([w.call, guest.call, member.call].map(here.linkOf))
    const lower = () => letVisitorsSee('all')
    const raise = () => letVisitorsSee('r18')
    const ends: boolean[] = []
    for (const url of urls) {
      await raise()
      ends.push(await here.endsEarly(url, lower))
    }
    expect(ends).toEqual([true, true, false])
    expect(await Promise.all(urls.map(here.statusOf))).toEqual([404, 404, 200])
    for (const call of [w.call, guest.call]) {
      await expect(call(api.listWorkFiles, { params: { id } })).rejects.toMatchObject({ status: 404 })
    }
  })
})
