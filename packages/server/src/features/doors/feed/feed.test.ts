// @module-tag large
/** Tests feeds as podcast apps use them, which only know URLs. */
import { execFile, spawnSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { parseOpml, parseRssFeed } from 'feedsmith'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import {
  type Account,
  type SignedInPerson,
  startTestServer,
  type World,
} from '../../../testing/test-server.ts'

/** Works: one for all ages, one R18, one without files. */
const [rain, night, sold] = ['RJ01000001', 'RJ01000002', 'RJ01000003']
/** On CI all programs must be installed, so nothing is skipped. */
const hasPodget = process.env.CI === 'true' || spawnSync('podget', ['--help']).error === undefined

const series = { id: 'SRI0000000001', name: 'Weather' }

eachEngine((engine) => {
  let w: World
  let root: string
  let origin: string
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine, { hasDoors: true })
    root = await mkdtemp(join(tmpdir(), 'koedana-feed-'))
    const maker = { id: 'RG01234', name: 'Paper Lantern' }
    await w.make([
      { id: rain, name: 'Rain & roof', ageCategory: 'all', maker, series, releaseDate: '2025-04-01' },
      { id: night, name: 'Rain at night', ageCategory: 'r18', maker, series, releaseDate: '2024-04-01' },
      { id: sold, name: 'Rain elsewhere', ageCategory: 'all', maker },
    ])
    await putInLibrary(w.deps.write, [rain, night], root)
    await writeFile(join(root, '101000001.mp3'), 'a sound of rain')
    await w.deps.catalogue.caughtUp()
    origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
    admin = await w.signIn({ role: roleOf.admin })
    await openDoor(true)
  })
  afterEach(async () => {
    await w.close()
    await rm(root, { recursive: true })
  })

  const openDoor = (feed: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { feed } } })

  async function enter(account: Account = {}) {
    const owner = await w.signIn({ username: 'listener', ...account })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['feed'] } })
    const at = (path: string) => `${origin}/feeds/${made.password}/${path}`
    const read = async (path: string) => {
      const response = await fetch(at(path))
      expect(response.status, path).toBe(200)
      return parseRssFeed(await response.text())
    }
    const statusOf = async (path: string) => (await fetch(at(path))).status
    return { owner, id: made.id, at, read, statusOf }
  }

  test('a feed has one name at every port and scheme of a host', async () => {
    const { owner } = await enter({ username: 'subscriber' })
    const { password } = await owner.call(api.createAppPassword, { body: { name: 'x', scopes: ['feed'] } })
    const guidAt = async (host: string) => {
      const response = await w.app.inject({ url: `/feeds/${password}/work/${rain}.xml`, headers: { host } })
      return parseRssFeed(response.body).podcast?.guid
    }
    const guid = await guidAt('shelf.example')
    expect(guid).toMatch(/^[\da-f-]{36}$/)
    expect(await guidAt('shelf.example:8330')).toBe(guid)
    expect(await guidAt('other.example')).not.toBe(guid)
  })

  test('a work is a feed, its tracks are episodes, and one is fetched in parts', async () => {
    const { read } = await enter()
    const feed = await read(`work/${rain}.xml`)
    expect(feed).toMatchObject({ title: 'Rain & roof', itunes: { author: 'Paper Lantern', type: 'serial' } })
    const [episode] = feed.items ?? []
    const { url = '', length, type } = episode?.enclosures?.[0] ?? {}
    expect([length, type]).toEqual([9, 'audio/mpeg'])
    expect(new Date(episode?.pubDate ?? '').toISOString()).toBe('2025-04-01T00:00:00.000Z')
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '15'])
    const part = await fetch(url, { headers: { range: 'bytes=2-6' } })
    expect([part.status, await part.text()]).toEqual([206, 'sound'])
  })

  test.skipIf(!hasPodget)(
    'podget fetches an episode once, and the rest of one that was cut off',
    async () => {
      const { at } = await enter()
      const home = join(root, 'podget')
      await mkdir(join(home, 'tmp'), { recursive: true })
      const env = { ...process.env, HOME: home, TMPDIR: join(home, 'tmp'), no_proxy: '*' }
      const run = (...more: readonly string[]) =>
        promisify(execFile)('podget', ['-d', join(home, 'settings'), ...more], { env })
      await run('--create-config', 'podgetrc')
      await appendFile(join(home, 'settings', 'podgetrc'), 'MIN_SPACE=0\n')
      await writeFile(join(home, 'settings', 'serverlist'), `${at(`work/${rain}.xml`)} Drama Rain\n`)
      await run()
      const folder = join(home, 'POD', 'Drama', 'Rain')
      const [name = ''] = await readdir(folder)
      const file = join(folder, name)
      expect(await readFile(file, 'utf8')).toBe('a sound of rain')
      const second = await run()
      expect([second.stdout, await readdir(folder)]).toEqual([
        expect.stringContaining('Already downloaded'),
        [name],
      ])
      // Existing files are kept, and missing ones are requested again.
      await writeFile(file, 'A SOUND')
      await rm(join(home, 'POD', '.LOG', 'done'))
      await run()
      expect(await readFile(file, 'utf8')).toBe('A SOUND of rain')
    },
  )

  test('what did not change is not sent again', async () => {
    const { at } = await enter()
    const first = await fetch(at(`work/${rain}.xml`))
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await fetch(at(`work/${rain}.xml`), { headers })).status).toBe(304)
  })

  test('a series goes from its first work to its last, a view and what is followed from the newest', async () => {
    const { owner, read, at } = await enter({ username: 'grown', ageRestriction: 'r18' })
    await owner.call(api.follow, { params: { kind: 'makers', id: 'RG01234' } })
    const view = await owner.call(api.createView, { body: { name: 'Rainy', search: { q: 'roof' } } })
    const titles = async (path: string) =>
      (await read(path)).items?.map(({ title }) => title?.split(' · ')[0])
    expect(await titles(`series/${series.id}.xml`)).toEqual(['Rain at night', 'Rain & roof'])
    expect(await titles('following.xml')).toEqual(['Rain & roof', 'Rain at night'])
    expect(await titles(`view/${view.id}.xml`)).toEqual(['Rain & roof'])
    const list = parseOpml(await (await fetch(at('feeds.opml'))).text())
    const urls = list.body?.outlines?.map(({ xmlUrl }) => xmlUrl)
    expect(urls).toHaveLength(4)
    for (const url of urls ?? []) expect((await fetch(url ?? '')).status, url).toBe(200)
  })

  test('what is hidden is not there, as if it had never been', async () => {
    const { read, statusOf, at } = await enter({ ageRestriction: 'all' })
    const missing = [
      `work/${night}.xml`,
      'work/RJ99999999.xml',
      'work/KD0999.xml',
      `work/${sold}.xml`,
      'view/none.xml',
    ]
    for (const path of [...missing, `sound/${night}/file-101000002.mp3`, `cover/${night}`])
      expect(await statusOf(path), path).toBe(404)
    expect((await read(`series/${series.id}.xml`)).items).toHaveLength(1)
    expect(await (await fetch(at('feeds.opml'))).text()).not.toContain(night)
    const stranger = await enter({ username: 'other' })
    const view = await stranger.owner.call(api.createView, { body: { name: 'Own', search: {} } })
    expect(await statusOf(`view/${view.id}.xml`)).toBe(404)
  })

  test('a series whose id is made of signs is a feed like any other, and leads to itself', async () => {
    const { read } = await enter()
    const signs = { id: '../a b%2F?#', name: 'Signs' }
    await w.make([{ id: rain, series: signs }])
    const feed = await read(`series/${encodeURIComponent(signs.id)}.xml`)
    expect(feed.items).toHaveLength(1)
    const self = feed.atom?.links?.find(({ rel }) => rel === 'self')?.href ?? ''
    expect(parseRssFeed(await (await fetch(self)).text()).title).toBe('Signs')
    expect(new URL(feed.link ?? '').searchParams.get('series')).toBe(signs.id)
  })

  test('without a good secret, behind a closed door and after it was taken back there is nothing', async () => {
    const { owner, id, statusOf } = await enter()
    expect((await fetch(`${origin}/feeds/guess/work/${rain}.xml`)).status).toBe(401)
    const other = await owner.call(api.createAppPassword, { body: { name: 'app', scopes: ['kikoeru'] } })
    expect((await fetch(`${origin}/feeds/${other.password}/work/${rain}.xml`)).status).toBe(401)
    await openDoor(false)
    expect(await statusOf(`work/${rain}.xml`)).toBe(404)
    await openDoor(true)
    expect(await statusOf(`work/${rain}.xml`)).toBe(200)
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect(await statusOf(`work/${rain}.xml`)).toBe(401)
  })

  test('hostile names are not found, and break nothing', async () => {
    const { statusOf } = await enter()
    const names = ['%00', '..%2f..%2fetc', 'a'.repeat(500), '%F0%9F%8C%A7', "'%20or%201=1--"]
    for (const name of names) {
      for (const path of [`work/${name}.xml`, `series/${name}.xml`, `view/${name}.xml`, `cover/${name}`])
        expect(await statusOf(path), path).toBe(404)
      for (const path of [
        `sound/${rain}/${name}.mp3`,
        `transcript/${name}.vtt`,
        `chapters/${rain}/${name}.json`,
      ])
        expect(await statusOf(path), path).toBe(404)
    }
  })
})
