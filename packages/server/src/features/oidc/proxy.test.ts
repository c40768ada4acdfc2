// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const secret = 'a-secret-of-the-proxy-alone'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  const open = async (given: Parameters<typeof startTestServer>[1] = {}) => {
    w = await startTestServer(engine, {
      proxyUserHeader: 'Remote-User',
      trustedProxies: ['192.0.2.0/28'],
      proxySecret: secret,
      hasDoors: true,
      ...given,
    })
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
    await admin.call(api.updateOidcSettings, { body: { createsAccounts: true } })
  }
  beforeEach(() => open())
  afterEach(() => w.close())

  const call = async (
    headers: Readonly<Record<string, string | string[]>>,
    from: string,
    path = '/auth/proxy',
  ) => {
    const method = path === '/auth/proxy' ? 'POST' : 'GET'
    const response = await w.app.inject({
      method,
      url: basePath + path,
      headers: { 'x-koedana-proxy-secret': secret, ...headers },
      remoteAddress: from,
    })
    return { status: response.statusCode, body: JSON.parse(response.body) }
  }
  const proxy = '192.0.2.3'

  test('whom a trusted proxy names gets an account, and the same one the next time', async () => {
    expect((await w.call(api.getAbout, {})).hasProxySignIn).toBe(true)
    const first = await call({ 'remote-user': 'nagi', 'x-forwarded-for': '198.51.100.7' }, proxy)
    expect(first).toMatchObject({ status: 200, body: { user: { username: 'nagi', role: 1 } } })
    const again = await call({ 'Remote-User': 'nagi' }, `::ffff:${proxy}`)
    expect(again.body.user.id).toBe(first.body.user.id)
    await expect(w.bearing(again.body.token)(api.getMe, {})).resolves.toBeDefined()
    const { items } = await admin.call(api.listAudit, { query: { act: 'signedIn' } })
    expect(items.map(({ username, address, detail }) => [username, address, detail])).toEqual([
      ['nagi', `::ffff:${proxy}`, 'proxy'],
      ['nagi', '198.51.100.7', 'proxy'],
    ])
    const made = await admin.call(api.listAudit, { query: { act: 'registered' } })
    expect(made.items.map(({ username, detail }) => [username, detail])).toEqual([['nagi', 'proxy made']])
  })

  test('a name in the bytes of UTF-8 is that name', async () => {
    const header = Buffer.from('夜のしずく').toString('latin1')
    expect((await call({ 'remote-user': header }, proxy)).body.user.username).toBe('夜のしずく')
  })

  test.each([
    ['a stranger', '198.51.100.7', {}],
    ['this machine, which nobody named', '127.0.0.1', {}],
    ['a stranger behind the proxy’s address in a header', '198.51.100.7', { 'x-forwarded-for': proxy }],
    ['nobody', '', {}],
  ])('%s is not believed', async (_who, from, more) => {
    const headers = { 'remote-user': 'warden', ...more }
    expect(await call(headers, from)).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect(await call(headers, from, '/auth/proxy?redirect=%2F')).toMatchObject({ status: 404 })
  })

  test.each([
    ['two headers, one of them the caller’s', ['warden', 'nagi']],
    ['a list', 'warden,nagi'],
    ['nothing', ' '],
    ['bytes that are no text', '\u00FF\u00FE'],
    ['a control character', 'a\u0001b'],
    ['more than a name', 'x'.repeat(300)],
  ])('%s names nobody', async (_what, value) => {
    expect((await call({ 'remote-user': value }, proxy)).status).toBe(404)
  })

  test.each<[string, string | string[] | undefined]>([
    ['no secret', undefined],
    ['an empty secret', ''],
    ['a secret that is longer', `${secret}x`],
    ['two secrets, one of them right', [secret, secret]],
  ])('a trusted address with %s is not believed', async (_what, given) => {
    const headers = { 'remote-user': 'nagi', ...(given !== undefined && { 'x-koedana-proxy-secret': given }) }
    for (const [method, url] of [
      ['POST', '/auth/proxy'],
      ['GET', '/auth/proxy?redirect=%2F'],
    ] as const) {
      const response = await w.app.inject({ method, url: basePath + url, headers, remoteAddress: proxy })
      expect(response.statusCode).toBe(404)
    }
  })

  test('a browser that opens the address behind the proxy lands with a session, once', async () => {
    const headers = { 'remote-user': 'nagi', 'x-koedana-proxy-secret': secret }
    const open = (more = {}) =>
      w.app.inject({
        url: `${basePath}/auth/proxy?redirect=%2Faccount`,
        headers: { ...headers, ...more },
        remoteAddress: proxy,
      })
    const response = await open()
    expect([response.statusCode, response.headers.location]).toEqual([303, '/auth/provider'])
    const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
    const complete = () =>
      w.app.inject({ method: 'POST', url: `${basePath}/auth/oidc/complete`, headers: { cookie } })
    const first = JSON.parse((await complete()).body)
    expect(first).toMatchObject({ redirect: '/account', signedIn: { user: { username: 'nagi' } } })
    expect(JSON.parse((await complete()).body)).toMatchObject({ code: 'signInExpired' })
    const { items } = await admin.call(api.listAudit, { query: { act: 'signedIn' } })
    expect(items.map(({ username, detail }) => [username, detail])).toEqual([['nagi', 'proxy']])
    await admin.call(api.updateOidcSettings, { body: { createsAccounts: false } })
    const stranger = await open({ 'remote-user': 'stranger' })
    expect(stranger.headers.location).toBe('/auth/provider')
    const refused = String(stranger.headers['set-cookie']).split(';', 1)[0] ?? ''
    const { body } = await w.app.inject({
      method: 'POST',
      url: `${basePath}/auth/oidc/complete`,
      headers: { cookie: refused },
    })
    expect(JSON.parse(body)).toMatchObject({ code: 'identityUnknown' })
  })

  test('another header, or this one without leave, names nobody', async () => {
    expect((await call({ 'x-remote-user': 'nagi', remote_user: 'nagi' }, proxy)).status).toBe(404)
    await w.close()
    w = await startTestServer(engine, { trustedProxies: ['192.0.2.0/28'], proxySecret: secret })
    expect((await w.call(api.getAbout, {})).hasProxySignIn).toBe(false)
    expect((await call({ 'remote-user': 'nagi' }, proxy)).status).toBe(404)
  })

  test('who says twice who calls is refused, whoever that is', async () => {
    const headers = { 'remote-user': 'nagi', authorization: `Bearer ${admin.token}` }
    expect(await call(headers, proxy)).toMatchObject({ status: 422, body: { code: 'refused' } })
    expect((await call({ ...headers, authorization: 'Basic eDp5' }, proxy)).status).toBe(401)
  })

  test('the header opens nothing but this call: neither our own API nor a door', async () => {
    const headers = { 'remote-user': 'warden' }
    expect((await call(headers, proxy, '/admin/users')).status).toBe(401)
    expect((await call(headers, proxy, '/auth/me')).status).toBe(401)
    await admin.call(api.updateSiteSettings, { body: { doors: { kikoeru: true, subsonic: true } } })
    for (const url of ['/kikoeru/api/works', '/rest/getUser.view?f=json']) {
      const { statusCode, body } = await w.app.inject({ url, headers, remoteAddress: proxy })
      expect(statusCode === 401 || body.includes('"failed"')).toBe(true)
    }
  })

  test('a name is taken for no account of that name, unless administrators say so, and never for one of theirs', async () => {
    const haruka = await w.signIn({ username: 'haruka' })
    expect((await call({ 'remote-user': 'haruka' }, proxy)).body.user.id).not.toBe(haruka.user.id)
    await admin.call(api.updateOidcSettings, { body: { linksByUsername: true, createsAccounts: false } })
    const midori = await w.signIn({ username: 'midori' })
    expect((await call({ 'remote-user': 'Midori' }, proxy)).body.user.id).toBe(midori.user.id)
    expect(await call({ 'remote-user': 'warden' }, proxy)).toMatchObject({
      status: 422,
      body: { code: 'identityUnknown' },
    })
  })
})
