// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { mounted, password, type RequestIds, requestOf } from './testing/requests.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

const objects: RequestIds = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }
const withBody = mounted.filter(([, { body }]) => body !== undefined)

const scripts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(String.fromCharCode(88))//",
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '</script><script>alert(1)</script>',
  '\u202Etxt.exe',
]

/** Invisible characters: grapheme joiner, fillers, variation selectors. */
const invisibleNames = [
  'admin\u034f',
  'ad\u3164min',
  '\u115fadmin',
  'admin\uffa0',
  'admin\ufe0f',
  'admin\u{e0100}',
]

/** Texts that PostgreSQL rejects, or that are not valid Unicode. */
const invalidTexts = ['a\0bc', 'abc\ud800', '\udfffabc']

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeAll(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
  })
  afterAll(() => w.close())

  const send = async (name: string, payload: string | object, contentType = 'application/json') => {
    const walked = withBody.find(([one]) => one === name)
    if (!walked) throw new Error(`no body: ${name}`)
    // A new caller each time, because some calls end sessions. Public ones are rate-limited by address.
    const { token } = await w.signIn({ role: roleOf.admin })
    const isPublic = walked[1].access === 'public'
    return w.app.inject({
      ...requestOf(walked, objects),
      headers: {
        'content-type': contentType,
        ...(isPublic ? {} : { authorization: `Bearer ${token}` }),
      },
      payload,
    })
  }

  test.each(withBody.map(([name]) => name))('%s says what is left out by a key of ours', async (name) => {
    const { statusCode, json } = await send(name, '{}')
    if (statusCode === 400) for (const key of Object.values(json().fields)) expect(key).toMatch(/^[a-zA-Z]+$/)
  })

  test.each(withBody.map(([name]) => name))('%s refuses what is no body of its own', async (name) => {
    expect((await send(name, `{"note":"${'x'.repeat(1024 * 1024)}"}`)).statusCode).toBe(413)
    for (const type of ['text/html', 'application/xml', 'multipart/form-data; boundary=x']) {
      expect((await send(name, '<a/>', type)).statusCode).toBe(415)
    }
    expect((await send(name, 'a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    const nested = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
    for (const text of ['{', '{"a":}', '', 'null', '[]', '"text"', '1', '\ufeff', nested]) {
      const { statusCode, body } = await send(name, text)
      expect(statusCode, text.slice(0, 20)).toBe(400)
      expect(body).not.toMatch(/SyntaxError|JSON at|\.ts|node_modules/)
    }
  })

  test.each(withBody.map(([name]) => name))('%s responds below 500 to texts that are none', async (name) => {
    const { payload = {} } = requestOf(withBody.find(([one]) => one === name) ?? ['', api.login], objects)
    for (const field of Object.keys(payload)) {
      for (const text of invalidTexts) {
        const { statusCode, body } = await send(name, { ...payload, [field]: text })
        expect(statusCode, `${name} ${field} ${JSON.stringify(text)} ${body}`).toBeLessThan(500)
      }
      const many = new Array(3_000).fill('x')
      expect((await send(name, { ...payload, [field]: many })).statusCode).toBe(400)
    }
  })

  test.each([...invalidTexts, ...scripts, ...invisibleNames, 'a b', 'a/b', 'a@b', 'ab\n', '../etc'])(
    'the name %j is none',
    async (username) => {
      const body = { username, password, role: 1, ageRestriction: 'all' }
      const response = await send('createUser', body)
      expect(response.statusCode).toBe(400)
      expect(response.json().fields).toHaveProperty(['body.username'])
    },
  )

  test.each(scripts)('%j is stored and sent as plain JSON', async (text) => {
    const { items } = await admin.call(api.createKeys, { body: { count: 1, note: text } })
    expect(items[0]?.note).toBe(text)
    const { items: found } = await admin.call(api.listKeys, { query: { q: text } })
    expect(found.map(({ note }) => note)).toContain(text)
    const { token } = await w.deps.sessions.open(await rowOf(admin.user.id), {
      address: text,
      userAgent: text,
    })
    const response = await w.app.inject({
      url: `${basePath}/account/sessions`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.json().items).toEqual(
      expect.arrayContaining([expect.objectContaining({ address: text })]),
    )
  })

  const rowOf = (id: string) =>
    w.deps.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test.each([
    'q=%00',
    'q=%ud800',
    `q=${'%25'.repeat(101)}`,
    'page=0',
    'page=1e9',
    'pageSize=101',
    'sort=x',
    'role=9',
    'role=03',
  ])('administrators too ask lists within bounds: %s', async (query) => {
    for (const list of ['users', 'keys']) {
      if (list === 'keys' && query.startsWith('role')) continue
      const { statusCode } = await w.app.inject({
        url: `${basePath}/admin/${list}?${query}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(statusCode).toBe(query === 'q=%ud800' ? 200 : 400)
    }
  })
})
