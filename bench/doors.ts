/**
 * `npm run bench:doors -- --works N`: apps that copy the whole library, each through its compatibility API and in its usual way. Subsonic:
 * pages of 500 (Symfonium, Amperfy); kikoeru: all pages of works (KikoFlu); audiobookshelf: pages of 500 items; WebDAV: the folder of all
 * works. Measures response times, memory growth, and how long the event loop is blocked for other requests.
 *
 * The threshold applies to the longest time that the thread itself ran without a break, by its CPU clock. A blocked loop beyond that waited
 * for the machine: for a core, or for helper threads of the garbage collector that waited for one. On two shared cores such waits took
 * hundreds of milliseconds, which no code change affects. This also excludes disk reads, but a database that was just copied needs none.
 * The whole time is shown in another column.
 */
import { rmSync } from 'node:fs'
import { api } from '@koedana/contract/api.ts'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import SqliteDatabase from 'better-sqlite3'
import { copyWithAdmin, dropSnapshot, loginAsAdmin } from './admin-client.ts'
import { readArguments } from './arguments.ts'
import { type BenchServer, serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { mebibytes, printResult, printTable, quantile } from './report.ts'

/** Maximum milliseconds that the loop may run without a break. */
const maxRunMs = 20
const tracksPerWork = 3
const page = 500
const maxAlbums = 2_000
/** Warm-up calls of each API that are not measured, so that code is compiled. */
const warmCalls = 20

/** Makes a call and returns the response body. */
type Call = (path: string, init?: RequestInit) => Promise<string>

const { works } = readArguments()
const folder = await copyWithAdmin(await filledFolder(works))
fillLibrary()
dropSnapshot(folder)
const served = await serveFolder(folder)
try {
  await measure(served)
} finally {
  await served.stop()
  rmSync(folder, { recursive: true })
}

async function measure(server: BenchServer): Promise<void> {
  const keeper = await loginAsAdmin(server)
  await keeper(api.updateSiteSettings, {
    body: { doors: { subsonic: true, kikoeru: true, abs: true, dav: true } },
  })
  const scopes = ['subsonic', 'kikoeru', 'abs', 'dav'] as const
  const { password } = await keeper(api.createAppPassword, { body: { name: 'bench', scopes: [...scopes] } })
  const rows = []
  for (const [door, copy] of Object.entries({ subsonic, kikoeru, audiobookshelf, webdav }))
    rows.push({ door, ...(await measureDoor(server, (call) => copy(call, password))) })
  printTable(
    `Apps that copy ${works} works with ${works * tracksPerWork} tracks`,
    rows.map(({ door, calls, perSecond, p95, growth, heldMs, ranMs }) => ({
      door,
      calls,
      'calls per second': perSecond.toFixed(1),
      'p95, ms': p95.toFixed(1),
      'memory grows by': mebibytes(growth),
      'loop held, ms': heldMs.toFixed(1),
      'of it at work, ms': ranMs.toFixed(1),
    })),
  )
  const ranMs = Math.max(...rows.map((row) => row.ranMs))
  printResult({ bar: `doors-${works}`, ratio: maxRunMs / ranMs, holds: ranMs <= maxRunMs })
}

async function measureDoor(server: BenchServer, copy: (call: Call) => Promise<void>) {
  const latencies: number[] = []
  let warm = 0
  let began = 0
  let before = 0
  const call: Call = async (path, init) => {
    if (warm === warmCalls) {
      await server.maxStall()
      server.forgetPeak()
      before = server.residentBytes()
      began = performance.now()
      latencies.length = 0
    }
    warm += 1
    const begun = performance.now()
    const response = await fetch(server.origin + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text.slice(0, 200)}`)
    latencies.push(performance.now() - begun)
    return text
  }
  await copy(call)
  const seconds = (performance.now() - began) / 1_000
  const { heldMs, ranMs } = await server.maxStall()
  return {
    calls: latencies.length,
    perSecond: latencies.length / seconds,
    p95: quantile(latencies, 0.95),
    growth: server.peakBytes() - before,
    heldMs,
    ranMs,
  }
}

async function subsonic(call: Call, password: string): Promise<void> {
  const send = async (name: string, parameters: Readonly<Record<string, string | number>>) => {
    const query = new URLSearchParams({ u: 'keeper', p: password, v: '1.16.1', c: 'bench', f: 'json' })
    for (const [key, value] of Object.entries(parameters)) query.set(key, String(value))
    const text = await call(`/rest/${name}?${query}`)
    if (!text.includes('"status":"ok"')) throw new Error(`${name} failed: ${text.slice(0, 200)}`)
    return text
  }
  for (let at = 0; at < warmCalls; at++) await search('album', 0)
  await send('getArtists', {})
  await send('getGenres', {})
  for (const [kind, prefix] of Object.entries({ artist: 'ar-', album: 'al-', song: 'tr-' })) {
    for (let offset = 0; ; offset += page) {
      const ids = idsIn(await search(kind, offset), prefix)
      if (kind === 'album' && offset < maxAlbums) for (const id of ids) await send('getAlbum', { id })
      if (ids.length < page) break
    }
  }

  function search(kind: string, offset: number): Promise<string> {
    const counts = Object.fromEntries(
      ['artist', 'album', 'song'].map((one) => [`${one}Count`, one === kind ? page : 0]),
    )
    return send('search3', { query: '', ...counts, [`${kind}Offset`]: offset })
  }
}

function idsIn(text: string, prefix: string): string[] {
  return [...text.matchAll(/\{"id":"([^"]+)"/g)].flatMap(([, id = '']) => (id.startsWith(prefix) ? [id] : []))
}

async function kikoeru(call: Call, password: string): Promise<void> {
  const signedIn = await call('/kikoeru/api/auth/me', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'keeper', password }),
  })
  const [, token = ''] = /"token":"([^"]+)"/.exec(signedIn) ?? []
  const headers = { authorization: `Bearer ${token}` }
  const pageSize = 100
  for (let at = 0; at < warmCalls; at++) await call('/kikoeru/api/works?page=1&pageSize=100', { headers })
  for (const names of ['tags', 'vas', 'circles']) await call(`/kikoeru/api/${names}`, { headers })
  for (let at = 1; at <= Math.ceil(works / pageSize); at++)
    await call(`/kikoeru/api/works?page=${at}&pageSize=${pageSize}&order=create_date&sort=asc`, { headers })
}

async function audiobookshelf(call: Call, password: string): Promise<void> {
  const signedIn = await call('/abs/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'keeper', password }),
  })
  const [, token = ''] = /"token":"([^"]+)"/.exec(signedIn) ?? []
  const headers = { authorization: `Bearer ${token}` }
  const library = '/abs/api/libraries/library'
  for (let at = 0; at < warmCalls; at++) await call(`${library}/items?limit=100&page=0`, { headers })
  for (const path of ['filterdata', 'authors', 'narrators', 'series?limit=50', 'personalized', 'items'])
    await call(`${library}/${path}`, { headers })
  for (let at = 0; at < Math.ceil(works / page); at++)
    await call(`${library}/items?sort=addedAt&limit=${page}&page=${at}`, { headers })
}

async function webdav(call: Call, password: string): Promise<void> {
  const headers = {
    authorization: `Basic ${Buffer.from(`keeper:${password}`).toString('base64')}`,
    depth: '1',
  }
  const list = (path: string) => call(path, { method: 'PROPFIND', headers })
  for (let at = 0; at < warmCalls; at++) await list('/dav/RJ01000000/')
  const hrefs = [...(await list('/dav/')).matchAll(/<D:href>([^<]+)<\/D:href>/g)].map(([, href = '']) => href)
  if (hrefs.length !== works + 1) throw new Error(`${hrefs.length} folders are listed`)
  for (const href of hrefs.slice(1, 1 + maxAlbums)) await list(href)
}

/** Puts all works into the library, without files of their tracks. */
function fillLibrary(): void {
  const db = new SqliteDatabase(sqliteFile(folder))
  db.pragma('synchronous = OFF')
  const at = new Date().toISOString()
  db.transaction(() => {
    const { lastInsertRowid: storage } = db
      .prepare(`insert into storage (kind, root, unknown_age_category) values ('local', '/nowhere', 'all')`)
      .run()
    const track = db.prepare(
      `insert into track (id, work_key, storage_key, path, folder, title, position, format, size_bytes, modified_at, fingerprint,
        duration_seconds) values (?, ?, ?, ?, '', ?, ?, 'mp3', 5000000, ?, ?, 600)`,
    )
    for (const key of db.prepare('select key from work').pluck().all()) {
      for (let position = 0; position < tracksPerWork; position++) {
        const id = `bench-${key}-${position}`
        track.run(id, key, storage, `${key}/${position} rain.mp3`, `${position} rain`, position, at, id)
      }
    }
    db.prepare('update work set in_library = 1, added_at = created_at').run()
  })()
  db.close()
}
