import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../db/changes.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const id = 'RJ90000001'
const page = '<!doctype html><html><head><title>Koedana</title></head><body></body></html>'

eachEngine((engine) => {
  let folder: string
  let w: World
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koedana-preview-'))
    await writeFile(join(folder, 'index.html'), page)
    w = await startTestServer(engine, { webFolder: folder })
    await w.make([
      {
        id,
        name: '雨の夜',
        names: { 'en-US': 'Rain at night' },
        ageCategory: 'all',
        maker: { id: 'RG1', name: 'Lantern' },
        artists: [{ id: 'a1', name: 'Haruka' }],
      },
    ])
    await putInLibrary(w.deps.write, [id])
    await w.deps.catalogue.caughtUp()
  })
  afterEach(async () => {
    await w.close()
    await rm(folder, { recursive: true })
  })

  const load = (url: string, headers: Record<string, string> = {}) =>
    w.app.inject({ url, headers: { host: 'localhost', 'accept-language': 'en-US', ...headers } })
  const pathOf = (meta: ReadonlyMap<string | undefined, string | undefined>) =>
    (meta.get('og:image') ?? '').replaceAll('&#38;', '&').slice('http://localhost'.length)
  const metaOf = (html: string) =>
    new Map(
      [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)].map(([, a, b]) => [
        a,
        b,
      ]),
    )

  test('a work that visitors may see has a title, a description and a cover that they can open', async () => {
    const { body, headers } = await load(`/work/${id}`)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const meta = metaOf(body)
    expect(meta.get('og:title')).toBe('Rain at night')
    expect(meta.get('og:description')).toBe('Lantern · Haruka')
    expect(meta.get('og:url')).toBe(`http://localhost/work/${id}`)
    expect(meta.get('twitter:card')).toBe('summary_large_image')
    const image = (meta.get('og:image') ?? '').replaceAll('&#38;', '&')
    expect(image).toContain(`http://localhost/api/v3/covers/${id}/960/v1?s=`)
    // The cover file does not exist, so a valid link is 404 and an invalid one 403.
    expect((await load(image.slice('http://localhost'.length))).statusCode).toBe(404)
    expect((await load(`${image.slice('http://localhost'.length)}x`)).statusCode).toBe(403)
    expect(body.replaceAll(/<meta [^>]*>/g, '')).toBe(page)
  })

  test('it is in the language of the reader, and not sent again while it is the same', async () => {
    expect(metaOf((await load(`/work/${id}`, { 'accept-language': 'zh-CN' })).body).get('og:title')).toBe(
      '雨の夜',
    )
    const { headers } = await load(`/work/${id}`)
    const held = { 'if-none-match': String(headers.etag) }
    expect((await load(`/work/${id}`, held)).statusCode).toBe(304)
    await w.make([{ id, names: { 'en-US': 'Snow at night' } }])
    expect(metaOf((await load(`/work/${id}`, held)).body).get('og:title')).toBe('Snow at night')
  })

  test('the page of a hidden work is that of one that does not exist, to the byte and the header', async () => {
    const nowhere = await load('/work/RJ99999999')
    await load(`/work/${id}`)
    await w.make([{ id, ageCategory: 'r18' }])
    const hidden = await load(`/work/${id}`)
    expect(hidden.rawPayload.equals(nowhere.rawPayload)).toBe(true)
    expect(hidden.body).toBe(page)
    const kept = ({ date: _date, 'x-request-id': _id, ...headers }: Record<string, unknown>) => headers
    expect(kept(hidden.headers)).toEqual(kept(nowhere.headers))
    expect(hidden.statusCode).toBe(nowhere.statusCode)
  })

  test('whoever requests it sees what visitors see', async () => {
    await w.make([{ id, ageCategory: 'r18' }])
    const { token } = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    expect((await load(`/work/${id}`, { authorization: `Bearer ${token}` })).body).toBe(page)
  })

  test('an adult work that visitors may see is drawn instead of its cover, as lists veil it', async () => {
    const admin = await w.signIn({ role: roleOf.admin })
    await w.make([{ id, ageCategory: 'r18' }])
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'r18' } })
    const meta = metaOf((await load(`/work/${id}`)).body)
    expect(meta.get('og:title')).toBe('Rain at night')
    const image = pathOf(meta)
    expect(image).toContain(`/covers/${id}/960/drawn.RG1?s=`)
    expect((await load(image)).headers['content-type']).toBe('image/jpeg')
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'all' } })
    expect((await load(`/work/${id}`)).body).toBe(page)
    expect((await load(image)).statusCode).toBe(403)
  })

  test('a work without a cover is drawn, by a link that holds for it alone and ends with its age', async () => {
    await w.deps.write.updateTable('work').set({ cover_version: null, cover_thumbhash: null }).execute()
    await appendChanges(w.deps.write, 'work', [workKeyOf(id)])
    await w.deps.catalogue.caughtUp()
    const meta = metaOf((await load(`/work/${id}`)).body)
    expect(meta.get('twitter:card')).toBe('summary_large_image')
    const image = pathOf(meta)
    const drawn = await load(image)
    expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await load(image, { 'if-none-match': String(drawn.headers.etag) })).statusCode).toBe(304)
    for (const [given, other] of [
      ['drawn.RG1', 'drawn.RG2'],
      ['drawn.RG1', 'v1'],
      [id, 'RJ90000002'],
    ] as const)
      expect((await load(image.replace(given, other))).statusCode, other).toBe(403)
    expect((await load(image.replace('/960/', '/99999/'))).statusCode).toBe(404)
    await w.make([{ id, ageCategory: 'r18' }])
    expect((await load(image)).statusCode).toBe(403)
  })

  test.each([
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '</head><body>',
    '&quot;&#34;',
    '<!-- \u2028 -->',
    `${'x'.repeat(399)}😀`,
  ])('the title %j stays a text', async (name) => {
    await w.make([{ id, name, names: {}, maker: { id: 'RG2', name } }])
    const { body } = await load(`/work/${id}`, { 'accept-language': 'ja-JP' })
    expect(body.replaceAll(/<meta (property|name)="[\w:]+" content="[^"<>]*" \/>/g, '')).toBe(page)
    expect(body).not.toMatch(/<script>|onload='/)
  })
})
