import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachSqlite } from './testing/engines.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const program =
  '<script type="module" crossorigin src="/assets/p.js"></script><link rel="modulepreload" crossorigin href="/assets/v.js">'
const page =
  `<!doctype html><html lang="zh-CN"><head>${program}</head>` +
  '<body><div id="root"><div class="boot"><div class="boot-page"><i></i></div></div></div></body></html>'
const each = { each: '<li>{cover}</li>', sizes: '210px' }
const frames = {
  '/': { request: '/home', list: 'latest', most: 2, frame: '<ul>{covers}</ul>', ...each },
  '/works': {
    request: '/works?page=1&pageSize=60',
    list: 'items',
    most: 2,
    frame: '<ul>{covers}</ul>',
    ...each,
  },
  '/work/*': { request: '/works/*', most: 1, frame: '<div>{covers}</div>', ...each },
}
const hostile = '</script><script>alert(1)</script><!--'
const links = { '/': [], '/works': [], '/work/*': [] }

eachSqlite((engine) => {
  let folder = ''
  let w: World
  let below: World
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koedana-frame-'))
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, 'index.html'), page)
    await writeFile(join(folder, '.vite', 'first-frames.json'), JSON.stringify(frames))
    await writeFile(join(folder, '.vite', 'first-files.json'), JSON.stringify(links))
    w = await startTestServer(engine, { webFolder: folder })
    below = await startTestServer(engine, { webFolder: folder, publicUrl: 'https://house.example/koedana' })
    for (const one of [w, below]) {
      await one.make([
        { id: 'RJ01000001', name: hostile, names: { 'en-US': 'Rain' }, ageCategory: 'all' },
        { id: 'RJ01000002', name: 'secret', ageCategory: 'r18' },
      ])
      await putInLibrary(one.deps.write, ['RJ01000001', 'RJ01000002'])
      await one.deps.catalogue.caughtUp()
    }
  })
  afterAll(async () => {
    await Promise.all([w.close(), below.close()])
    await rm(folder, { recursive: true })
  })

  const load = async (url: string, headers: Record<string, string> = {}, one = w) =>
    one.app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } })
  const responseOf = (html: string) => {
    const [, locale, url, json] =
      /<script type="application\/json" id="first-([\w-]+)" data-url="([^"]+)">(.*?)<\/script>/s.exec(html) ??
      []
    return { locale, url: url?.replaceAll('&#38;', '&'), json: json && JSON.parse(json) }
  }

  test.each(['/', '/works', '/work/RJ01000001'])(
    '%s has the response that a visitor is given',
    async (path) => {
      const { body, headers } = await load(path)
      const { locale, url, json } = responseOf(body)
      expect(locale).toBe('zh-CN')
      const response = await w.app.inject({ url: String(url), headers: { 'accept-language': 'zh-CN' } })
      expect(json).toEqual(response.json())
      expect(headers.vary).toContain('Cookie')
      const again = await load(path, { 'if-none-match': String(headers.etag) })
      expect(again.statusCode).toBe(304)
    },
  )

  test('no title ends the script it stands in, and none is in the markup', async () => {
    for (const path of ['/', '/works', '/work/RJ01000001']) {
      const { body } = await load(path)
      expect(body.replace(program, '').match(/<script/g)).toHaveLength(1)
      expect(body).not.toContain('<!--')
      expect(JSON.stringify(responseOf(body).json)).toContain('alert(1)')
    }
  })

  test('a work that visitors may not see is in none of it, and its page is that of one that does not exist', async () => {
    for (const path of ['/', '/works', '/work/RJ01000001']) {
      const { body } = await load(path)
      expect(body).not.toContain('RJ01000002')
      expect(body).not.toContain('secret')
    }
    const nowhere = await load('/work/RJ09999999')
    const hidden = await load('/work/RJ01000002')
    expect(hidden.body).toBe(nowhere.body)
    expect(hidden.body).toBe(page)
  })

  test('the covers are those of the response, signed', async () => {
    const { body } = await load('/works')
    const { id, cover } = responseOf(body).json.items[0]
    expect(body).toContain(`${basePath}/covers/${id}/240/${cover.version}?s=${cover.signature} 240w`)
    expect(body.match(/<li>/g)).toHaveLength(1)
  })

  test('the program of a page with covers is begun by boot.js, after them', async () => {
    const { body } = await load('/works')
    expect(body).toContain('<html data-program="/assets/p.js" lang="zh-CN">')
    expect(body).not.toMatch(/type="module"|modulepreload/)
    const other = await load('/koedana/works', {}, below)
    expect(other.body).toContain('data-program="/koedana/assets/p.js"')
  })

  test('a cover that is veiled is not in it, and keeps its position', async () => {
    const admin = await w.signIn({ role: roleOf.admin })
    const visitors = (visitorCeiling: 'all' | 'r18') =>
      admin.call(api.updateSiteSettings, { body: { visitorCeiling } })
    await visitors('r18')
    const { body } = await load('/work/RJ01000002')
    expect(responseOf(body).json.cover.signature).toBeNull()
    expect(body).toContain('<div><li></li></div>')
    expect(body).toContain(program)
    await visitors('all')
    expect((await load('/work/RJ01000002')).body).toBe(page)
  })

  test('it is in the language that the browser keeps, and there is none for who has a session or choices', async () => {
    const english = responseOf((await load('/works', { cookie: 'a=b; first=en-US' })).body)
    expect(english.locale).toBe('en-US')
    expect(english.json.items[0].title).toBe('Rain')
    for (const kept of ['own', 'xx', '', '<script>']) {
      expect((await load('/works', { cookie: `first=${kept}` })).body).toBe(page)
    }
  })

  test.each([
    ['what is no page on a screen', '/works', { accept: '*/*' }],
    ['a list that is narrowed', '/works?genres=1', {}],
    ['another page', '/settings', {}],
    ['what is no id of a work', '/work/a-b', {}],
    ['an encoded one', '/work/RJ01000001%2F..%2F..%2Fhome', {}],
    ['a name of the language', '/constructor', {}],
  ])('there is none for %s', async (_, url, headers) => {
    expect((await load(url, headers)).body).toBe(page)
  })

  test('below a path its addresses bear that path', async () => {
    const { body } = await load('/koedana/works', {}, below)
    expect(responseOf(body).url).toBe(`/koedana${basePath}/works?page=1&pageSize=60`)
    expect(body).not.toMatch(/srcset="\/api/)
  })
})
