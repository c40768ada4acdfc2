import type { NewAnnouncement } from '@koedana/contract/announcements.ts'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(() => w.close())

  const write = (title: string, more: Partial<NewAnnouncement> = {}) =>
    admin.call(api.createAnnouncement, { body: { title, content: `*${title}*`, ...more } })
  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

  test('pinned ones come first, then the latest, in pages', async () => {
    await write('old pinned', { top: true })
    await write('old')
    await write('new pinned', { top: true })
    await write('new')
    const all = await w.call(api.listAnnouncements, {})
    expect(titles(all)).toEqual(['new pinned', 'old pinned', 'new', 'old'])
    expect(all).toMatchObject({ total: 4, page: 1, unread: null })
    expect(all.items[0]).not.toHaveProperty('content')
    const second = await w.call(api.listAnnouncements, { query: { page: 2, pageSize: 3 } })
    expect([titles(second), second.total]).toEqual([['old'], 4])
    expect(titles(await admin.call(api.listAllAnnouncements, {}))).toEqual([
      'new',
      'new pinned',
      'old',
      'old pinned',
    ])
  })

  test('administrators search titles and contents, in three orders and in pages', async () => {
    await write('Rain', { draft: true })
    const snow = await write('雪のお知らせ', { content: 'Maintenance on ＳＵＮＤＡＹ, 100% sure' })
    await write('Sunday')
    const list = async (query: Readonly<Record<string, string>>) =>
      titles(await admin.call(api.listAllAnnouncements, { query }))
    expect(await list({ q: 'sunday' })).toEqual(['Sunday', '雪のお知らせ'])
    expect(await list({ q: 'rAIN' })).toEqual(['Rain'])
    expect(await list({ q: '0%' })).toEqual(['雪のお知らせ'])
    expect(await list({ q: 'nothing like it' })).toEqual([])
    expect(await list({ sort: 'createdAtAsc' })).toEqual(['Rain', '雪のお知らせ', 'Sunday'])
    await admin.call(api.updateAnnouncement, { params: { id: snow.id }, body: { title: '雪' } })
    expect((await list({ sort: 'updatedAtDesc' }))[0]).toBe('雪')
    const second = await admin.call(api.listAllAnnouncements, {
      query: { q: 'sunday', page: 2, pageSize: 1 },
    })
    expect([titles(second), second.total]).toEqual([['雪'], 2])
    await expect(list({ sort: 'x' })).rejects.toMatchObject({ status: 400 })
  })

  test('one is read as it was written, and as HTML', async () => {
    const { id } = await write('Rain', { content: '# Rain\n\n[works](/works)', important: true })
    expect(await w.call(api.getAnnouncement, { params: { id } })).toMatchObject({
      id,
      title: 'Rain',
      content: '# Rain\n\n[works](/works)',
      html: '<h1>Rain</h1>\n<p><a href="/works" rel="noopener noreferrer nofollow">works</a></p>\n',
      top: false,
      important: true,
      draft: false,
      isRead: null,
    })
  })

  test('a draft is there for administrators alone', async () => {
    const { id } = await write('draft', { draft: true })
    const general = await w.signIn()
    for (const { call } of [w, general, await w.signIn({ role: roleOf.guest })]) {
      expect(await call(api.listAnnouncements, {})).toMatchObject({ total: 0, items: [] })
      await expect(call(api.getAnnouncement, { params: { id } })).rejects.toMatchObject({ status: 404 })
    }
    await expect(general.call(api.readAnnouncement, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await general.call(api.listAnnouncements, {})).unread).toBe(0)
    expect(titles(await admin.call(api.listAnnouncements, {}))).toEqual([])
    expect(await admin.call(api.listAllAnnouncements, {})).toMatchObject({ total: 1, unread: 0 })
    expect((await admin.call(api.getAnnouncement, { params: { id } })).draft).toBe(true)
  })

  test('a draft is the latest when it is published, and no other change moves anything', async () => {
    const draft = await write('draft', { draft: true })
    const first = await write('first')
    await write('second')
    await admin.call(api.updateAnnouncement, { params: { id: first.id }, body: { title: 'First' } })
    expect(titles(await w.call(api.listAnnouncements, {}))).toEqual(['second', 'First'])
    await admin.call(api.updateAnnouncement, { params: { id: draft.id }, body: { draft: false } })
    expect(titles(await w.call(api.listAnnouncements, {}))).toEqual(['draft', 'second', 'First'])
  })

  test('is read once by each, and stays so when it is changed', async () => {
    const [one, other] = [await w.signIn(), await w.signIn({ role: roleOf.guest })]
    const { id } = await write('Rain')
    await write('Snow')
    expect(await one.call(api.listAnnouncements, {})).toMatchObject({
      unread: 2,
      items: [{ isRead: false }, {}],
    })
    for (let time = 0; time < 2; time++) await one.call(api.readAnnouncement, { params: { id } })
    await admin.call(api.updateAnnouncement, { params: { id }, body: { content: 'new', important: true } })
    const list = await one.call(api.listAnnouncements, { query: { pageSize: 1 } })
    expect(list).toMatchObject({ unread: 1, items: [{ title: 'Snow', isRead: false }] })
    expect(await one.call(api.getAnnouncement, { params: { id } })).toMatchObject({
      isRead: true,
      important: true,
    })
    expect((await other.call(api.listAnnouncements, {})).unread).toBe(2)
    expect((await other.call(api.getAnnouncement, { params: { id } })).isRead).toBe(false)
    await admin.call(api.deleteAnnouncement, { params: { id } })
    expect(await one.call(api.listAnnouncements, {})).toMatchObject({ unread: 1, total: 1 })
    expect(await w.deps.db.selectFrom('announcement_read').selectAll().execute()).toEqual([])
  })

  test('what is absent stays, and of two changes at once neither loses the other’s', async () => {
    const before = await write('Rain', { top: true })
    const { id } = before
    const change = (body: Partial<NewAnnouncement>) =>
      admin.call(api.updateAnnouncement, { params: { id }, body })
    expect(await change({})).toEqual(before)
    expect(await change({ title: 'Rain' })).toEqual(before)
    await Promise.all([change({ title: 'Snow' }), change({ important: true }), change({ content: 'x' })])
    expect(await admin.call(api.getAnnouncement, { params: { id } })).toMatchObject({
      title: 'Snow',
      content: 'x',
      top: true,
      important: true,
      createdAt: before.createdAt,
    })
  })

  test('what is not there is not found', async () => {
    const params = { id: 'nothing' }
    const refused = await Promise.allSettled([
      w.call(api.getAnnouncement, { params }),
      admin.call(api.readAnnouncement, { params }),
      admin.call(api.updateAnnouncement, { params, body: { title: 'x' } }),
      admin.call(api.deleteAnnouncement, { params }),
    ])
    for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  })
})
