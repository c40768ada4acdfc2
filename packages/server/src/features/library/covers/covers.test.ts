import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { latestSeq } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { createLog } from '../../../lib/log.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { visitor } from '../../../testing/visitor.ts'
import { readCoverLink, signCover } from '../media/signing.rules.ts'
import { createTestLibrary, picture, sound, type TestLibrary } from '../testing/library.ts'
import { createAvifQueue } from './avif-queue.ts'
import { getCoverHandler } from './covers.api.ts'
import { importCovers } from './import-covers.ts'

const secret = 'secret'
const epochs = { all: '', r15: '', r18: '' }
const sign = (version: string) =>
  signCover(secret, { workId: 'RJ334212', version, age: 'all', epoch: epochs.all })

eachEngine((engine) => {
  let database: Database
  let library: TestLibrary
  let folder: string

  beforeEach(async () => {
    database = await engine.open()
    library = createTestLibrary(database)
    folder = join(library.coversFolder, '..', 'shipped')
    mkdirSync(folder)
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334213/1.wav', sound('b'))
    await library.scan()
  })

  afterEach(async () => {
    library.remove()
    await database.close()
  })

  const take = () =>
    importCovers({
      database,
      folder,
      coversFolder: library.coversFolder,
      now: () => new Date('2026-11-20T12:00:00Z'),
    })

  const get = async (version: string, change: { size?: string; s?: string; etag?: string } = {}) =>
    getCoverHandler({
      readCover: (requested) => readCoverLink(secret, requested, epochs),
      findAge: async () => 'all',
      coversFolder: library.coversFolder,
      avifQueue: createAvifQueue(createLog('silent')),
    })(
      {
        params: { workId: 'RJ334212', size: change.size ?? '240', version },
        query: { s: change.s ?? sign(version) },
        body: undefined,
      },
      {
        method: 'GET',
        headers: change.etag ? { 'if-none-match': change.etag } : {},
        locale: 'en-US',
        ...visitor,
      },
    )

  const versionOf = async () =>
    (await database.read.selectFrom('work').select('cover_version').orderBy('key').executeTakeFirst())
      ?.cover_version ?? ''

  test('a scan that cannot store a cover says so, and calls no picture broken', async () => {
    library.put('RJ334212/cover.png', await picture('#336'))
    const path = join(library.coversFolder, 'RJ334212')
    mkdirSync(library.coversFolder, { recursive: true })
    writeFileSync(path, 'no folder')
    await expect(library.scan()).rejects.toMatchObject({ code: expect.any(String) })
    rmSync(path)
    await library.scan()
    expect(await versionOf()).not.toBe('')
  })

  test('pictures named by work id become covers once; what is wrong is reported', async () => {
    writeFileSync(join(folder, 'rj334212.jpg'), await picture('#336'))
    writeFileSync(join(folder, 'RJ334213.png'), 'no picture')
    writeFileSync(join(folder, 'RJ334214.jpg'), await picture('#336'))
    writeFileSync(join(folder, 'holiday.jpg'), await picture('#336'))
    expect(await take()).toEqual({ imported: 1, unchanged: 0, unknown: 2, broken: ['RJ334213.png'] })
    const seq = await latestSeq(database.read)
    expect(await take()).toEqual({ imported: 0, unchanged: 1, unknown: 2, broken: ['RJ334213.png'] })
    expect(await latestSeq(database.read)).toBe(seq)
  })

  test('a picture that only calls itself one is refused', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>'
    writeFileSync(join(folder, 'RJ334212.jpg'), drawing)
    expect(await take()).toMatchObject({ imported: 0, broken: ['RJ334212.jpg'] })
  })

  test('a folder does not replace a cover that was imported', async () => {
    writeFileSync(join(folder, 'RJ334212.jpg'), await picture('#336'))
    await take()
    const version = await versionOf()
    library.put('RJ334212/cover.jpg', await picture('#633'))
    await library.scan()
    expect(await versionOf()).toBe(version)
  })

  test('a scan makes covers again whose pictures lie with the works, and nothing of the works changes', async () => {
    library.put('RJ334212/cover.jpg', await picture('#336'))
    await library.scan()
    const seq = await latestSeq(database.read)
    rmSync(library.coversFolder, { recursive: true })
    expect(await get(await versionOf()).catch((error: unknown) => error)).toMatchObject({ code: 'notFound' })
    expect(await library.scan()).toMatchObject({ covers: 1 })
    expect(await get(await versionOf())).toMatchObject({ status: 200 })
    expect(await latestSeq(database.read)).toBe(seq)
    expect(await library.scan()).toMatchObject({ covers: 0 })
  })

  test('an imported cover that was lost has the picture in the folder in its place', async () => {
    writeFileSync(join(folder, 'RJ334212.jpg'), await picture('#336'))
    await take()
    const version = await versionOf()
    rmSync(library.coversFolder, { recursive: true })
    library.put('RJ334212/cover.jpg', await picture('#633'))
    expect(await library.scan()).toMatchObject({ covers: 1 })
    expect(await versionOf()).not.toBe(version)
    expect(await get(await versionOf())).toMatchObject({ status: 200 })
  })

  test('a cover is sent in the requested width and kept for ever', async () => {
    writeFileSync(join(folder, 'RJ334212.jpg'), await picture('#336'))
    await take()
    const response = await get(await versionOf(), { size: '480' })
    if (!response || !(response.body instanceof Uint8Array)) throw new Error('no bytes')
    expect(response).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, max-age=31536000, immutable' },
    })
    expect(await sharp(response.body).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 })
    expect(await get(await versionOf(), { size: '480', etag: response.headers.etag ?? '' })).toMatchObject({
      status: 304,
    })
  })

  test('a cover needs its own signature, and must be there', async () => {
    await expect(get('abc', { s: 'forged' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(get('../../secret', { s: sign('abc') })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(get('abc')).rejects.toMatchObject({ code: 'notFound' })
    expect(existsSync(join(library.coversFolder, 'RJ334212', 'abc'))).toBe(false)
  })
})
