import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { attacks } from './testing/attacks.ts'
import { isSafeHtml } from './testing/safe-html.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(() => w.close())

  const send = (payload: object) =>
    w.app.inject({
      method: 'POST',
      url: `${basePath}/announcements`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload,
    })

  test.each([
    [{ title: '  ', content: 'x' }, 'body.title', 'titleRequired'],
    [{ title: 7, content: 'x' }, 'body.title', 'titleRequired'],
    [{ title: 'a\nb', content: 'x' }, 'body.title', 'textExpected'],
    [{ title: 'x'.repeat(201), content: 'x' }, 'body.title', 'textTooLong'],
    [{ title: 'x', content: 'x'.repeat(50_001) }, 'body.content', 'textTooLong'],
    [{ title: 'x', content: '\0' }, 'body.content', 'textExpected'],
    [{ title: 'x', content: '\ud800' }, 'body.content', 'textExpected'],
  ])('%# is refused by its field', async (payload, field, key) => {
    const response = await send(payload)
    expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: key }])
  })

  test('nobody gives it an id, a past or readers by saying so', async () => {
    const own = {
      id: 'mine',
      key: 7,
      createdAt: '2001-01-01',
      created_at: '2001-01-01',
      isRead: true,
      html: '<b>',
    }
    const refused = await send({ title: 'x', content: 'y', ...own })
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json().fields)).toEqual(Object.keys(own).map((name) => `body.${name}`))
  })

  test('no title and no content does anything but be read', async () => {
    const titled = attacks.filter((text) => text.length <= 200 && !/\p{Cc}/u.test(text) && text.trim() !== '')
    expect(titled.length).toBeGreaterThan(60)
    for (const title of titled.filter((_, at) => at % 4 === 0)) {
      const { statusCode, headers, body } = await send({ title, content: title })
      expect(statusCode).toBe(201)
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'x-content-type-options': 'nosniff',
      })
      const response = JSON.parse(body)
      expect(response.title).toBe(title.trim())
      expect(response.html).toSatisfy(isSafeHtml)
    }
    for (const content of attacks) {
      const { html } = await admin.call(api.previewAnnouncement, { body: { content } })
      expect(html).toSatisfy(isSafeHtml)
    }
  })

  test.each(['visitor', 'guest', 'general'] as const)('a %s writes none', async (role) => {
    const { id } = (await send({ title: 'Rain', content: '' })).json()
    const { call } = role === 'visitor' ? w : await w.signIn({ role: roleOf[role] })
    const status = role === 'visitor' ? 401 : 403
    const body = { title: 'x', content: 'x' }
    const calls = [
      call(api.createAnnouncement, { body }),
      call(api.updateAnnouncement, { params: { id }, body }),
      call(api.deleteAnnouncement, { params: { id } }),
      call(api.previewAnnouncement, { body }),
      call(api.listAllAnnouncements, {}),
    ]
    for (const refused of await Promise.allSettled(calls)) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { status } })
    }
    expect((await w.call(api.getAnnouncement, { params: { id } })).title).toBe('Rain')
  })
})
