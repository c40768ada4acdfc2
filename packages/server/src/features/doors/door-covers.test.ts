/** Tests that each API sends a drawn cover for a work without one, but only to users who may see the work. */
import { api } from '@koedana/contract/api.ts'
import { appScopes } from '@koedana/contract/app-passwords.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../db/changes.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const [bare, hidden] = ['RJ01000001', 'RJ01000002']

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine, { hasDoors: true })
    const maker = { id: 'RG01234', name: 'Lantern' }
    await w.make([
      { id: bare, name: 'Rain', ageCategory: 'all', maker },
      { id: hidden, name: 'Night', ageCategory: 'r18', maker: { id: 'RG09999', name: 'Night Lantern' } },
    ])
    await putInLibrary(w.deps.write, [bare, hidden])
    await w.deps.write.updateTable('work').set({ cover_version: null, cover_thumbhash: null }).execute()
    await appendChanges(w.deps.write, 'work', [bare, hidden].map(workKeyOf))
    await w.deps.catalogue.caughtUp()
    const admin = await w.signIn({ role: roleOf.admin })
    const doors = { kikoeru: true, subsonic: true, feed: true, abs: true }
    await admin.call(api.updateSiteSettings, { body: { doors } })
  })
  afterEach(() => w.close())

  const enter = async () => {
    const owner = await w.signIn({ username: 'haruka', ageRestriction: 'all' })
    const body = { name: 'phone', scopes: [...appScopes] }
    const { password } = await owner.call(api.createAppPassword, { body })
    const login = async (url: string, name: string) =>
      (await w.app.inject({ method: 'POST', url, payload: { [name]: 'haruka', password } })).json()
    const { token } = await login('/kikoeru/api/auth/me', 'name')
    const { user } = await login('/abs/login', 'username')
    const rest = `u=haruka&p=${password}&v=1.16.1&c=test&f=json`
    const coverOf = (id: string, size = '300') => ({
      subsonic: `/rest/getCoverArt?${rest}&id=al-${id}&size=${size}`,
      artist: `/rest/getCoverArt?${rest}&id=ar-${id === bare ? 'RG01234' : 'RG09999'}&size=${size}`,
      abs: `/abs/api/items/${id}/cover?token=${user.token}&width=${size}`,
      kikoeru: `/kikoeru/api/cover/${id.slice(2)}?token=${token}&type=${size}`,
      feed: `/feeds/${password}/cover/${id}`,
    })
    return { rest, coverOf, absToken: user.token, password }
  }

  test('every door draws it in the size it asks for, and not again for who has it', async () => {
    const { coverOf } = await enter()
    for (const [door, url] of Object.entries(coverOf(bare))) {
      const { statusCode, headers, rawPayload } = await w.app.inject({ url })
      expect([door, statusCode, headers['content-type']]).toEqual([door, 200, 'image/jpeg'])
      expect(headers['cache-control'], door).toBe('private, max-age=3600')
      const { width = 0, height = 0 } = await sharp(rawPayload).metadata()
      expect([480, 960], door).toContain(width)
      expect(height / width, door).toBe(0.75)
      const held = await w.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect([door, held.statusCode, held.rawPayload.length]).toEqual([door, 304, 0])
    }
  })

  test('no size makes a picture of another one than ours', async () => {
    const { coverOf } = await enter()
    for (const size of ['0', '-1', '1e9', '9'.repeat(20), 'NaN', '1.5', '', '%00', '480x480']) {
      for (const [door, url] of Object.entries(coverOf(bare, size))) {
        const { statusCode, headers, rawPayload } = await w.app.inject({ url })
        expect(statusCode, `${door} ${size}`).toBeLessThan(500)
        if (headers['content-type'] !== 'image/jpeg') continue
        expect([240, 480, 960], `${door} ${size}`).toContain((await sharp(rawPayload).metadata()).width)
      }
    }
  })

  test('it has the rights of the work: a hidden one is as one that is not there', async () => {
    const { coverOf } = await enter()
    const missing = coverOf('RJ01999999')
    for (const [door, url] of Object.entries(coverOf(hidden))) {
      const { statusCode, headers, body } = await w.app.inject({ url })
      expect(headers['content-type'], door).not.toMatch(/image/)
      if (door === 'artist') continue
      const other = await w.app.inject({ url: missing[door as keyof typeof missing] })
      expect([door, statusCode, body]).toEqual([door, other.statusCode, other.body])
    }
  })

  test('lists of the doors say that there is one', async () => {
    const { rest, absToken, password } = await enter()
    const headers = { authorization: `Bearer ${absToken}` }
    const read = async (url: string) =>
      (await w.app.inject(url.startsWith('/abs') ? { url, headers } : { url })).body
    expect(await read(`/rest/getAlbum?${rest}&id=al-${bare}`)).toContain(`"coverArt":"al-${bare}"`)
    expect(await read(`/rest/getArtist?${rest}&id=ar-RG01234`)).toContain('"coverArt":"ar-RG01234"')
    expect(await read(`/abs/api/items/${bare}`)).toContain(`/abs/api/items/${bare}/cover?c=`)
    expect(await read(`/feeds/${password}/work/${bare}.xml`)).toContain(`/cover/${bare}"`)
  })
})
