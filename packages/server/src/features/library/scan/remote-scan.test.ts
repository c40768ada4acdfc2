// @module-tag large
import { type FakeS3, startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { type FakeWebdav, startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { openS3Storage } from '../../storages/s3/s3-storage.ts'
import type { Storage } from '../../storages/storage.ts'
import { openWebdavStorage } from '../../storages/webdav/webdav-storage.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { picture, sound, type TestLibrary } from '../testing/library.ts'
import type { ScanInput } from './scan.ts'
import { scanStorage } from './scan-storage.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null, idleMs: 1_000 }

const open: (FakeWebdav | FakeS3)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function webdav(): Promise<{ server: FakeWebdav; storage: Storage }> {
  const server = await startWebdav()
  open.push(server)
  return { server, storage: openWebdavStorage({ url: server.url, user: null, password: null }, reach) }
}

const ids = Array.from({ length: 6 }, (_, at) => `RJ${334_212 + at}`)

function fill({ put }: Pick<FakeWebdav, 'put'>): void {
  for (const id of ids) for (const part of ['1.wav', '2.wav']) put(`shelf/${id}/${part}`, sound(id + part))
}

const scan = (library: TestLibrary, storage: Storage, wishes: Partial<ScanInput> = {}) =>
  scanStorage({
    database: library.database,
    coversFolder: library.coversFolder,
    root: 'the storage of the test',
    remote: storage,
    unknownAge: 'all',
    now: () => new Date('2026-11-20T12:00:00.000Z'),
    report: () => {},
    ...wishes,
  })

const missing = async (library: TestLibrary) =>
  (await library.tracks()).filter(({ missing_at }) => missing_at !== null).map(({ path }) => path)
const gets = ({ requests }: FakeWebdav) => requests.filter((one) => one.startsWith('GET')).length

eachLibrary((given) => {
  test('files of a WebDAV server are known as those of a folder are, and read once', async () => {
    const { server, storage } = await webdav()
    fill(server)
    server.put(`shelf/${ids[0]}/cover.jpg`, await picture('teal'))
    const first = await scan(given(), storage)
    expect(first).toMatchObject({ state: 'mounted', works: { found: 6, added: 6 }, faultCount: 0, covers: 1 })
    expect(first.tracks).toMatchObject({ found: 12, added: 12 })
    const tracks = await given().tracks()
    const read = gets(server)
    const again = await scan(given(), storage)
    expect(again.tracks).toMatchObject({ found: 12, unchanged: 12, missing: 0 })
    expect(gets(server)).toBe(read)
    expect(await given().tracks()).toEqual(tracks)
    for (const id of ids)
      for (const part of ['1.wav', '2.wav']) given().put(`shelf/${id}/${part}`, sound(id + part))
    await given().database.write.deleteFrom('track').execute()
    await given().scan()
    const here = (await given().tracks()).map((row) => [row.path, row.fingerprint, row.duration_seconds])
    expect(here).toEqual(tracks.map((row) => [row.path, row.fingerprint, row.duration_seconds]))
    expect(here[0]?.[2]).toBe(0.25)
  })

  test('a bucket is read page by page', async () => {
    const server = await startS3({ pageSize: 4 })
    open.push(server)
    fill(server)
    const bucket = { endpoint: server.url, bucket: server.bucket, prefix: 'shelf', pathStyle: true }
    const storage = openS3Storage({ ...bucket, ...server.keys }, reach)
    expect((await scan(given(), storage)).tracks).toMatchObject({ found: 12, added: 12 })
    server.remove(`shelf/${ids[0]}/2.wav`)
    server.put(`shelf/${ids[1]}/2.wav`, sound('another'))
    expect((await scan(given(), storage)).tracks).toMatchObject({ found: 11, changed: 1, missing: 1 })
    expect(await missing(given())).toEqual([`${ids[0]}/2.wav`])
  })

  test.each([
    ['answers 500', { type: 'status', status: 500 }, 'away'],
    ['answers 429', { type: 'status', status: 429, headers: { 'retry-after': '3600' } }, 'rateLimited'],
    ['wants somebody to sign in', { type: 'status', status: 401 }, 'linkAgain'],
    ['answers with a page', { type: 'html' }, 'wrongAnswer'],
    ['hangs', { type: 'hang' }, 'away'],
    ['loses the connection', { type: 'reset' }, 'away'],
    ['loses it in the middle', { type: 'cut' }, 'away'],
    ['stops in the middle', { type: 'stall' }, 'away'],
  ] as const)('a server that %s loses nothing, and it is told why', async (_what, trouble, reason) => {
    const { server, storage } = await webdav()
    fill(server)
    await scan(given(), storage)
    // First the folder of one work fails, then the root.
    server.setTrouble({ ...trouble, when: ({ path }) => path.includes(`${ids[1]}/`) })
    const partly = await scan(given(), storage)
    expect(partly).toMatchObject({ state: 'mounted', tracks: { found: 10, missing: 0, held: 0 } })
    expect(partly.faults).toContainEqual({ path: `shelf/${ids[1]}`, reason })
    server.setTrouble(trouble)
    expect(await scan(given(), storage)).toMatchObject({ state: 'notMounted', tracks: { missing: 0 } })
    expect(await missing(given())).toEqual([])
    server.setTrouble()
    expect((await scan(given(), storage)).tracks).toMatchObject({ unchanged: 12, missing: 0 })
  })

  test('a server that is slow is waited for, and says the same as a quick one', async () => {
    const { server, storage } = await webdav()
    fill(server)
    server.setTrouble({ type: 'slow' })
    expect(await scan(given(), storage)).toMatchObject({
      state: 'mounted',
      tracks: { added: 12 },
      faultCount: 0,
    })
    expect((await scan(given(), storage)).tracks).toMatchObject({ unchanged: 12, missing: 0 })
  })

  test('a server that wants us to wait a moment is given that moment', async () => {
    const { server, storage } = await webdav()
    fill(server)
    server.setTrouble({
      type: 'status',
      status: 429,
      headers: { 'retry-after': '1' },
      when: ({ path }) => {
        const isFirst = path.includes(`${ids[2]}/`)
        if (isFirst) server.setTrouble()
        return isFirst
      },
    })
    expect(await scan(given(), storage)).toMatchObject({ tracks: { added: 12 }, faultCount: 0 })
  })

  test('a server that is empty all at once is not believed before somebody says so', async () => {
    const { server, storage } = await webdav()
    fill(server)
    await scan(given(), storage)
    for (const id of ids) for (const part of ['1.wav', '2.wav']) server.remove(`shelf/${id}/${part}`)
    expect(await scan(given(), storage)).toMatchObject({ state: 'emptied', tracks: { missing: 0 } })
    expect(await missing(given())).toEqual([])
    await scan(given(), storage, { acceptsLoss: true })
    expect(await missing(given())).toHaveLength(12)
  })

  test('a server that lies about sizes has its files kept as they were', async () => {
    const { server, storage } = await webdav()
    fill(server)
    await scan(given(), storage)
    const before = await given().tracks()
    server.setManner({ liesBy: 100 })
    const summary = await scan(given(), storage)
    expect(summary.tracks).toMatchObject({ found: 12, changed: 0, missing: 0 })
    expect(summary.faults.filter(({ reason }) => reason === 'unreadable')).toHaveLength(12)
    expect(await given().tracks()).toEqual(before)
  })

  test('a server that goes away in the midst of a scan loses nothing, and the next one goes on', async () => {
    const { server, storage } = await webdav()
    fill(server)
    for (let at = 0; at < 30; at += 1) server.put(`shelf/RJ${445_566 + at}/1.wav`, sound(String(at)))
    let left = 50
    server.setTrouble({
      type: 'reset',
      when: ({ method }) => {
        if (method === 'GET') left -= 1
        return left <= 0
      },
    })
    expect(await scan(given(), storage)).toMatchObject({ state: 'lost', tracks: { missing: 0 } })
    const known = (await given().tracks()).length
    expect(known).toBeGreaterThan(0)
    server.setTrouble()
    const { tracks } = await scan(given(), storage)
    expect(tracks).toMatchObject({ found: 42, unchanged: known, added: 42 - known, missing: 0 })
  })

  test('what reading a sound fails at says nothing of the sound', async () => {
    const { server, storage } = await webdav()
    fill(server)
    await scan(given(), storage)
    const before = await given().tracks()
    server.put(`shelf/${ids[0]}/1.wav`, sound('changed', 4))
    server.setTrouble({
      type: 'cut',
      when: ({ method, path }) => method === 'GET' && path.includes(`${ids[0]}/1`),
    })
    const { tracks, faults } = await scan(given(), storage)
    expect(tracks).toMatchObject({ changed: 0, missing: 0 })
    expect(faults).toEqual([{ path: `shelf/${ids[0]}/1.wav`, reason: 'unreadable' }])
    const heard = (rows: typeof before) => rows.map((row) => [row.id, row.fingerprint, row.duration_seconds])
    expect(heard(await given().tracks())).toEqual(heard(before))
  })

  test('folders on many pages are all found, and a page that fails loses none', async () => {
    const { server, storage } = await webdav()
    const works = Array.from({ length: 20 }, (_, at) => `RJ${400_000 + at}`)
    server.setManner({ pageSize: 7 })
    for (const id of works) server.put(`shelf/${id}/1.wav`, sound(id))
    expect(await scan(given(), storage)).toMatchObject({
      state: 'mounted',
      works: { found: 20, added: 20 },
      faultCount: 0,
    })
    const isSecondPage = ({ path }: { readonly path: string }) => path.includes('page=1')
    for (const trouble of [
      { type: 'status', status: 503 },
      { type: 'status', status: 404 },
      { type: 'cut' },
      { type: 'html' },
    ] as const) {
      server.setTrouble({ ...trouble, when: isSecondPage })
      const partly = await scan(given(), storage)
      expect(partly.tracks).toMatchObject({ missing: 0, held: 0 })
      expect(partly.faults.map(({ path }) => path)).toEqual(['shelf'])
    }
    server.setTrouble()
    const repeats = '<?page=0>; rel="next"'
    for (const linkOf of [
      () => repeats,
      (_: string, page: number) => `<?page=${page === 1 ? 0 : 1}&n=${page}>; rel="next"`,
    ]) {
      server.setManner({ pageSize: 7, linkOf })
      // The root is paginated too, so its listing is not trusted.
      expect(await scan(given(), storage)).toMatchObject({ state: 'notMounted', tracks: { missing: 0 } })
    }
    expect(await missing(given())).toEqual([])
    server.setManner({ pageSize: 7 })
    expect((await scan(given(), storage)).tracks).toMatchObject({ unchanged: 20, missing: 0 })
  })

  test('a folder whose next page is always new is given up, and nothing in it is missing', async () => {
    const { server, storage } = await webdav()
    fill(server)
    await scan(given(), storage)
    server.remove(`shelf/${ids[0]}/1.wav`)
    server.requests.length = 0
    const linkOf = (right: string) => (right.includes('/dav/shelf/?') ? right : undefined)
    server.setManner({ linkOf })
    const { tracks, faults } = await scan(given(), storage)
    expect(tracks).toMatchObject({ missing: 0, held: 0 })
    expect(faults).toEqual([{ path: 'shelf', reason: 'wrongAnswer' }])
    const pages = server.requests.filter((one) => one.startsWith('PROPFIND /dav/shelf/?'))
    expect(pages).toHaveLength(2_000)
    expect(await missing(given())).toEqual([])
  })
})
