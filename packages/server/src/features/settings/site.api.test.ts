import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { Proxies } from '@koedana/contract/site-settings.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { defaultMarketplace } from './marketplace.rules.ts'
import { noProxies } from './proxies.rules.ts'
import { openSiteSettings } from './site.ts'

const proxyUrl = 'http://haruka:moss%207@proxy.example:3128/'
const shownProxy = 'http://haruka:***@proxy.example:3128/'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(() => w.close())

  const stored = async () => (await openSiteSettings(w.deps.db, w.deps.vault)).current()

  test('are these where nobody decided anything', async () => {
    expect(await admin.call(api.getSiteSettings, {})).toEqual({
      registration: 'key',
      allowsGuests: true,
      visitorCeiling: 'all',
      newAccountCeiling: 'all',
      visitorsMayListen: null,
      sharing: 'view',
      doors: { kikoeru: false, subsonic: false, feed: false, abs: false, dav: false },
      kikoeruAtRoot: false,
      marketplace: defaultMarketplace,
      proxies: noProxies,
    })
  })

  test('what is absent stays, and what is null is undecided again', async () => {
    await admin.call(api.updateSiteSettings, {
      body: {
        registration: 'open',
        visitorsMayListen: true,
        marketplace: { gapMs: 5, allowedHosts: ['nas'] },
      },
    })
    const marketplace = { ...defaultMarketplace, gapMs: 5, allowedHosts: ['nas'], enabled: false }
    const response = await admin.call(api.updateSiteSettings, {
      body: { visitorsMayListen: null, marketplace: { enabled: false } },
    })
    expect(response).toMatchObject({ registration: 'open', visitorsMayListen: null, marketplace })
    expect(await admin.call(api.getSiteSettings, {})).toEqual(response)
    expect(await stored()).toEqual(response)
    expect(w.deps.site.current().marketplace).toEqual(marketplace)
  })

  test('take effect at once', async () => {
    await w.make([{ id: 'RJ90000001', name: 'mist', ageCategory: 'r15' }])
    const guest = await w.signIn({ role: roleOf.guest })
    const totals = async () => [
      (await w.call(api.listWorks, {})).total,
      (await guest.call(api.listWorks, {})).total,
    ]
    expect(await totals()).toEqual([0, 0])
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'r15', allowsGuests: false } })
    expect(await totals()).toEqual([1, 1])
    expect(await w.call(api.getAbout, {})).toMatchObject({ visitorCeiling: 'r15', allowsGuests: false })
    await expect(w.call(api.loginAsGuest, {})).rejects.toMatchObject({ body: { code: 'guestsClosed' } })
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'all' } })
    expect(await totals()).toEqual([0, 0])
  })

  test('the password of each proxy is sealed, is in no response, and stays when it is sent back as shown', async () => {
    const save = (proxies: Partial<Proxies>) => admin.call(api.updateSiteSettings, { body: { proxies } })
    const drives = 'socks5://haruka:moss%207@127.0.0.1:1080'
    const shown = 'socks5://haruka:***@127.0.0.1:1080'
    expect((await save({ drives, s3: proxyUrl })).proxies).toEqual({
      drives: shown,
      webdav: null,
      s3: shownProxy,
    })
    expect((await save({ drives: shown, webdav: 'http://proxy.example:3128' })).proxies).toMatchObject({
      drives: shown,
    })
    expect((await stored()).proxies).toEqual({ drives, webdav: 'http://proxy.example:3128', s3: proxyUrl })
    const rows = await w.deps.db.selectFrom('setting').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/moss|haruka/)
    for (const moved of ['socks5://haruka:***@evil.example:1080', 'http://haruka:***@127.0.0.1:1080'])
      await expect(save({ drives: moved })).rejects.toMatchObject({
        body: { fields: { 'body.proxies.drives': expect.any(String) } },
      })
    for (const wrong of ['socks4://x:1', 'ftp://x', 'socks5://x:1/path', 'socks'])
      await expect(save({ webdav: wrong })).rejects.toMatchObject({ status: 400 })
  })

  test('everybody can see whether a marketplace is used', async () => {
    for (const enabled of [true, false]) {
      await admin.call(api.updateSiteSettings, { body: { marketplace: { enabled } } })
      expect(await w.call(api.getAbout, {})).toMatchObject({ asksMarketplace: enabled })
    }
  })

  test('the password of the proxy is in no response, and stays when it is sent back as shown', async () => {
    const save = (marketplace: { proxyUrl?: string | null; gapMs?: number }) =>
      admin.call(api.updateSiteSettings, { body: { marketplace } })
    expect((await save({ proxyUrl })).marketplace.proxyUrl).toBe(shownProxy)
    expect(JSON.stringify(await admin.call(api.getSiteSettings, {}))).not.toContain('moss')
    await save({ proxyUrl: shownProxy, gapMs: 9 })
    expect(w.deps.site.current().marketplace).toMatchObject({ proxyUrl, gapMs: 9 })
    await expect(save({ proxyUrl: 'http://haruka:***@elsewhere.example/', gapMs: 1 })).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'body.marketplace.proxyUrl': 'passwordRequired' } },
    })
    expect((await stored()).marketplace).toMatchObject({ proxyUrl, gapMs: 9 })
    expect((await save({ proxyUrl: null })).marketplace.proxyUrl).toBeNull()
  })

  test('of two changes at once neither loses the other’s', async () => {
    await Promise.all([
      admin.call(api.updateSiteSettings, { body: { marketplace: { gapMs: 3 } } }),
      admin.call(api.updateSiteSettings, { body: { marketplace: { batchSize: 9 } } }),
      admin.call(api.updateSiteSettings, { body: { registration: 'closed' } }),
    ])
    expect(await stored()).toMatchObject({
      registration: 'closed',
      marketplace: { ...defaultMarketplace, gapMs: 3, batchSize: 9 },
    })
    expect(w.deps.site.current()).toEqual(await stored())
  })

  test.each([
    [{ registration: 'perhaps' }, 'body.registration'],
    [{ allowsGuests: 'no' }, 'body.allowsGuests'],
    [{ newAccountCeiling: 'r21' }, 'body.newAccountCeiling'],
    [{ newAccountCeiling: null }, 'body.newAccountCeiling'],
    [{ allowsGuests: null }, 'body.allowsGuests'],
    [{ marketplace: { baseUrl: 'ftp://elsewhere.example' } }, 'body.marketplace.baseUrl'],
    [{ marketplace: { proxyUrl: 'proxy.example:3128' } }, 'body.marketplace.proxyUrl'],
    [{ marketplace: { gapMs: -1 } }, 'body.marketplace.gapMs'],
    [{ marketplace: { batchSize: 0 } }, 'body.marketplace.batchSize'],
    [{ marketplace: { allowedHosts: Array(21).fill('nas') } }, 'body.marketplace.allowedHosts'],
    [{ marketplace: null }, 'body.marketplace'],
  ])('%j is refused by its field, and nothing changes', async (payload, field) => {
    const before = await stored()
    const response = await send({ visitorCeiling: 'r18', ...payload })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([field])
    expect(await stored()).toEqual(before)
  })

  const send = (payload: object) =>
    w.app.inject({
      method: 'PATCH',
      url: `${basePath}/admin/settings`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload,
    })

  test('nothing else is stored by being sent', async () => {
    const names = async () =>
      (await w.deps.db.selectFrom('setting').select(['name', 'value']).orderBy('name').execute()).filter(
        ({ name }) => ['linkSecret', 'visitorEpoch', 'key'].includes(name),
      )
    const before = await names()
    const payload = { registration: 'open', linkSecret: 'mine', visitorEpoch: 'mine', key: 1 }
    expect((await send(payload)).statusCode).toBe(400)
    expect(await names()).toEqual(before)
  })
})
