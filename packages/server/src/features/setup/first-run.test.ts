// @module-tag large
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'
import { resumeScans } from '../tasks/tasks.ts'
import { createFirstRun } from './first-run.ts'

const fresh = { username: 'haruka', password: 'lantern moss 7' }

eachEngine((engine) => {
  let w: World
  let folder = ''
  beforeEach(async () => {
    w = await startTestServer(engine)
    folder = await mkdtemp(join(tmpdir(), 'koedana-first-'))
  })
  afterEach(async () => {
    await w.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a request from an address (`peer`), with a name of this server (`host`). */
  const sendTo =
    (url: string) =>
    (payload: object, from = { host: 'shelf.example', peer: '192.0.2.7' }) =>
      w.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { host: from.host },
        remoteAddress: from.peer,
      })
  const send = sendTo('/api/v3/setup')
  const get = async (host: string) =>
    (await w.app.inject({ method: 'GET', url: '/api/v3/setup', headers: { host } })).json()

  test('a browser on this machine needs no code, everybody else does', async () => {
    expect(await get('localhost:8330')).toEqual({ isNeeded: true, needsCode: false })
    expect(await get('shelf.example')).toEqual({ isNeeded: true, needsCode: true })
    const wrong = await send({ ...fresh, code: 'AAAA-AAAA-AAAA' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({ code: 'wrongSetupCode' })
    expect((await send(fresh)).json()).toMatchObject({ code: 'wrongSetupCode' })
    const right = await send({ ...fresh, code: w.deps.firstRun.code.toLowerCase() })
    expect(right.statusCode).toBe(201)
    expect(right.json()).toMatchObject({ user: { username: 'haruka', role: 3, ageRestriction: 'r18' } })
  })

  test('where others are meant to come everybody needs the code, for a proxy may keep silent', async () => {
    const published = await startTestServer(engine, { isPublished: true })
    const silent = { host: '127.0.0.1:8330' }
    const setup = await published.app.inject({ url: '/api/v3/setup', headers: silent })
    expect(setup.json()).toEqual({ isNeeded: true, needsCode: true })
    const through = (payload: object) =>
      published.app.inject({ method: 'POST', url: '/api/v3/setup', payload, headers: silent })
    expect((await through(fresh)).json()).toMatchObject({ code: 'wrongSetupCode' })
    const about = await published.app.inject({ url: '/api/v3/about', headers: silent })
    expect(about.json()).toMatchObject({ visitorsMayListen: false })
    expect((await through({ ...fresh, code: published.deps.firstRun.code })).statusCode).toBe(201)
    await published.close()
  })

  test('in doubt the code is required', async () => {
    const doubts = [
      { host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
      { host: 'localhost', 'x-forwarded-proto': 'https' },
      { host: 'localhost', referer: 'https://shelf.example/setup' },
      { host: 'localhost', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of doubts) {
      const response = await w.app.inject({ url: '/api/v3/setup', headers })
      expect(response.json()).toEqual({ isNeeded: true, needsCode: true })
      const about = await w.app.inject({ url: '/api/v3/about', headers })
      expect(about.json()).toMatchObject({ visitorsMayListen: false })
    }
  })

  test('of many at once exactly one becomes administrator, and the set-up is dead afterwards', async () => {
    const from = { host: 'localhost', peer: '127.0.0.1' }
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send({ ...fresh, username: `keeper${n}` }, from)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...new Array(11).fill(409)])
    const users = await w.deps.db.selectFrom('user').select(['role', 'policy']).execute()
    expect(users).toEqual([{ role: 3, policy: 'moderate' }])
    expect(await get('localhost')).toEqual({ isNeeded: false, needsCode: false })
    const again = await send({ ...fresh, code: w.deps.firstRun.code })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'conflict' })
  })

  test('what visitors may is decided at once', async () => {
    const body = { ...fresh, visitorCeiling: 'r15' as const, visitorsMayListen: false }
    await send({ ...body, code: w.deps.firstRun.code })
    const about = await w.call(api.getAbout, {})
    expect(about).toMatchObject({ visitorCeiling: 'r15', visitorsMayListen: false })
    // New accounts must not see less than visitors.
    expect(w.deps.site.current().newAccountCeiling).toBe('r15')
  })

  test('whoever may set it up looks into folders, nobody else, and nobody once that is done', async () => {
    const look = sendTo('/api/v3/setup/folders')
    for (const code of [undefined, '', 'AAAA-AAAA-AAAA']) {
      const refused = await look({ ...(code === undefined ? {} : { code }), path: '/media' })
      expect(refused.json()).toMatchObject({ code: 'wrongSetupCode' })
    }
    const written = await w.deps.db.selectFrom('audit').select(['act', 'detail']).execute()
    expect(written).toContainEqual({ act: 'signInFailed', detail: 'setup' })
    const { code } = w.deps.firstRun
    const begun = await look({ code })
    expect(begun.json()).toMatchObject({ path: null, parent: null, works: null })
    expect((await look({}, { host: 'localhost', peer: '127.0.0.1' })).statusCode).toBe(200)
    expect((await look({ code, path: '/proc' })).json()).toMatchObject({
      code: 'folderUnreadable',
      fields: { 'body.path': 'folderUnreadable' },
    })
    await send({ ...fresh, code })
    expect((await look({ code })).json()).toMatchObject({ code: 'conflict' })
  })

  test('the account is checked before the other steps, by those who may set it up, and saves nothing', async () => {
    const check = sendTo('/api/v3/setup/account')
    const { code } = w.deps.firstRun
    expect((await check(fresh)).json()).toMatchObject({ code: 'wrongSetupCode' })
    const common = await check({ ...fresh, password: 'password1', code })
    expect(common.statusCode).toBe(422)
    expect(common.json()).toMatchObject({ fields: { 'body.password': 'passwordCommon' } })
    expect((await check({ ...fresh, username: 'x', code })).statusCode).toBe(400)
    expect((await check({ ...fresh, code })).statusCode).toBe(204)
    expect((await check(fresh, { host: 'localhost', peer: '127.0.0.1' })).statusCode).toBe(204)
    expect(await w.deps.db.selectFrom('user').select('key').execute()).toEqual([])
    await send({ ...fresh, code })
    expect((await check({ ...fresh, code })).json()).toMatchObject({ code: 'conflict' })
  })

  test('many folders are storages, each with its own age', async () => {
    const paths = ['One', 'Two'].map((name) => join(folder, name))
    for (const path of paths) await mkdir(path)
    const folders = paths.map((path, at) => ({ path, ageCategory: at === 0 ? 'all' : 'r18' }))
    expect((await send({ ...fresh, code: w.deps.firstRun.code, folders })).statusCode).toBe(201)
    const rows = await w.deps.db
      .selectFrom('storage')
      .select(['root', 'unknown_age_category as age'])
      .orderBy('key')
      .execute()
    expect(rows.map(({ root, age }) => [root.split('/').at(-1), age])).toEqual([
      ['One', 'all'],
      ['Two', 'r18'],
    ])
  })

  test('servers that share a key share the code, and a restart keeps it', async () => {
    const other = createFirstRun(w.deps.db, w.deps.vault, false)
    expect(other.code).toBe(w.deps.firstRun.code)
  })

  test('a folder that cannot be read is reported with its field, and nothing is made', async () => {
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'locked'))
    await chmod(join(folder, 'locked'), 0)
    const isRoot = process.getuid?.() === 0
    const paths = [join(folder, 'gone'), join(folder, 'file'), 'relative', 'a\0b']
    for (const path of isRoot ? paths : [...paths, join(folder, 'locked')]) {
      const response = await send({
        ...fresh,
        code: w.deps.firstRun.code,
        folders: [
          { path: folder, ageCategory: 'all' },
          { path, ageCategory: 'all' },
        ],
      })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({
        code: 'folderUnreadable',
        fields: { 'body.folders.1.path': 'folderUnreadable' },
      })
    }
    expect(await w.deps.db.selectFrom('user').select('key').execute()).toEqual([])
  })

  /** Waits until all tasks have ended, and returns them as an administrator sees them. */
  const tasksOf = async () => {
    w.deps.tasks.start()
    const rows = () => w.deps.db.selectFrom('task').selectAll().orderBy('key').execute()
    await expect.poll(async () => (await rows()).every(({ ended_at }) => ended_at !== null)).toBe(true)
    await w.deps.catalogue.caughtUp()
    return rows()
  }
  const setUpWith = (path: string) =>
    send({ ...fresh, code: w.deps.firstRun.code, folders: [{ path, ageCategory: 'all' }] })

  test('the first folder is scanned by a task that looks nothing up, and its works are there to be played', async () => {
    await mkdir(join(folder, 'RJ90000001 Rain'))
    await writeFile(join(folder, 'RJ90000001 Rain', '1.wav'), sound('rain'))
    const response = await setUpWith(folder)
    expect(response.statusCode).toBe(201)
    const { token, user } = response.json()
    const { items: ordered } = await w.bearing(token)(api.listTasks, { query: {} })
    expect(ordered).toMatchObject([
      { kind: 'sync_works', startedBy: user.username, options: { sources: ['storages'], localOnly: true } },
    ])
    expect(await tasksOf()).toMatchObject([{ status: 'finished', summary: '{"added":1,"files.added":1}' }])
    const { items } = await w.call(api.listWorks, { query: {} })
    expect(items.map(({ id, inLibrary }) => [id, inLibrary])).toEqual([['RJ90000001', true]])
  })

  test('without a folder there is nothing to scan', async () => {
    expect((await send({ ...fresh, code: w.deps.firstRun.code })).statusCode).toBe(201)
    expect(await tasksOf()).toEqual([])
  })

  test('a first scan that did not come to its end is ordered anew at the next start, once', async () => {
    await setUpWith(folder)
    expect(await tasksOf()).toMatchObject([{ status: 'finished' }])
    await mkdir(join(folder, 'RJ90000001'))
    await writeFile(join(folder, 'RJ90000001', '1.wav'), sound('rain'))
    await w.deps.tasks.stop()
    for (const _start of ['one', 'another']) await resumeScans(w.deps.write, new Date())
    expect(await w.deps.db.selectFrom('task').select('user_key').execute()).toHaveLength(2)
  })

  test('somebody who has the wanted name already keeps it', async () => {
    await w.signIn({ username: 'Haruka' })
    const response = await send({ ...fresh, code: w.deps.firstRun.code })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'usernameTaken' })
  })
})
