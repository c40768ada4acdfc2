import { mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import { eachEngine } from '../testing/engines.ts'
import { createTestLibrary, sound, type TestLibrary } from '../testing/library.ts'
import { listWorkFilesHandler } from './files.api.ts'
import { getMediaHandler } from './media.api.ts'
import { signMedia } from './signing.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const secret = 'secret'
const bytes = Buffer.from(sound('the sound', 5))
const size = bytes.length

eachEngine((engine) => {
  let database: Database
  let library: TestLibrary
  let fileId: string
  let epoch = 'one'
  let hidden: number | undefined
  const answers: Bytes[] = []
  const sources = () => ({
    db: database.read,
    secret,
    epoch: () => epoch,
    now: () => now,
    isVisible: (key: number) => key === workKeyOf('RJ334212') && key !== hidden,
  })

  beforeEach(async () => {
    database = await engine.open()
    library = createTestLibrary(database)
    library.put('RJ334212/02 雨.wav', bytes)
    library.put('RJ334212/10 終.wav', sound('other', 1))
    await library.scan()
    epoch = 'one'
    hidden = undefined
    fileId = (await files()).tracks[0]?.id ?? ''
  })

  afterEach(async () => {
    // A stream that is not read holds its file open.
    for (const { body } of answers.splice(0)) if (body && 'destroy' in body) body.destroy()
    library.remove()
    await database.close()
  })

  async function files(id = 'rj334212') {
    const answer = await listWorkFilesHandler(sources())(asked({ id }), context())
    if ('status' in answer) throw new Error('bytes')
    return answer
  }

  async function get(
    headers: Context['headers'] = {},
    change: { method?: string; s?: string } = {},
  ): Promise<Bytes> {
    const s = change.s ?? signMedia(secret, { fileId, epoch: 'one', expiresAt: now.getTime() / 1000 + 60 })
    const answer = await getMediaHandler(sources())(
      { params: { fileId, name: 'any.wav' }, query: { s }, body: undefined },
      context(headers, change.method),
    )
    if (!answer || !('status' in answer)) throw new Error('no bytes')
    answers.push(answer)
    return answer
  }

  const read = async ({ body }: Bytes) =>
    body === undefined ? Buffer.alloc(0) : body instanceof Uint8Array ? Buffer.from(body) : buffer(body)

  describe('files of a work', () => {
    test('come in natural order with links that open them', async () => {
      const { tracks } = await files()
      expect(tracks.map(({ title, format, sizeBytes }) => [title, format, sizeBytes])).toEqual([
        ['雨', 'wav', size],
        ['終', 'wav', Buffer.from(sound('other', 1)).length],
      ])
      expect(tracks[0]?.duration).toBeCloseTo(5)
      const url = new URL(tracks[0]?.url ?? '', 'http://localhost')
      expect(url.pathname).toBe(`/api/v3/media/${fileId}/${encodeURIComponent('02 雨.wav')}`)
      expect((await get({}, { s: url.searchParams.get('s') ?? '' })).status).toBe(200)
    })

    test('of a hidden or unknown work are not found', async () => {
      await expect(files('RJ999999')).rejects.toMatchObject({ code: 'notFound' })
      hidden = workKeyOf('RJ334212')
      await expect(files()).rejects.toMatchObject({ code: 'notFound' })
    })
  })

  describe('a file', () => {
    test('is sent whole', async () => {
      const answer = await get()
      expect(answer).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(size),
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'content-disposition': "inline; filename*=UTF-8''02%20%E9%9B%A8.wav",
        },
      })
      expect((await read(answer)).equals(bytes)).toBe(true)
    })

    test.each([
      ['bytes=0-9', 0, 9],
      ['bytes=100-', 100, size - 1],
      ['bytes=-10', size - 10, size - 1],
      [`bytes=3-${size + 50}`, 3, size - 1],
    ])('is sent in part: %s', async (range, start, end) => {
      const answer = await get({ range })
      expect(answer.status).toBe(206)
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(answer.headers['content-length']).toBe(String(end - start + 1))
      expect((await read(answer)).equals(bytes.subarray(start, end + 1))).toBe(true)
    })

    test('is sent in several parts', async () => {
      const answer = await get({ range: 'bytes=0-3,10-13' })
      expect(answer.status).toBe(206)
      const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
        answer.headers['content-type'] ?? '',
      )?.[1]
      const body = await read(answer)
      expect(answer.headers['content-length']).toBe(String(body.length))
      const part = (start: number, end: number) =>
        `\r\n--${boundary}\r\ncontent-type: audio/wav\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n${bytes.toString('latin1', start, end + 1)}`
      expect(body.toString('latin1')).toBe(`${part(0, 3)}${part(10, 13)}\r\n--${boundary}--\r\n`)
    })

    test('past its end is not satisfiable', async () => {
      const answer = await get({ range: `bytes=${size}-` })
      expect(answer).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${size}` } })
      expect(answer.body).toBeUndefined()
    })

    test('tells its length to HEAD, whatever the range', async () => {
      const answer = await get({ range: 'bytes=0-1' }, { method: 'HEAD' })
      expect(answer).toMatchObject({ status: 200, headers: { 'content-length': String(size) } })
      expect(answer.body).toBeUndefined()
    })

    test('is not sent again to who has it, and whole to who has another', async () => {
      const { etag = '' } = (await get({}, { method: 'HEAD' })).headers
      expect((await get({ 'if-none-match': etag })).status).toBe(304)
      expect((await get({ 'if-match': '"other"' })).status).toBe(412)
      expect(await get({ range: 'bytes=0-0', 'if-range': etag })).toMatchObject({ status: 206 })
      expect(await get({ range: 'bytes=0-0', 'if-range': '"other"' })).toMatchObject({ status: 200 })
    })

    test('of no length is sent as nothing', async () => {
      truncateSync(join(library.root, 'RJ334212/02 雨.wav'))
      const answer = await get()
      expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
      expect(await read(answer)).toHaveLength(0)
      expect((await get({ range: 'bytes=0-' })).status).toBe(416)
    })

    test('that becomes shorter while it is sent ends in an error, not in silence', async () => {
      const answer = await get()
      truncateSync(join(library.root, 'RJ334212/02 雨.wav'), 10)
      await expect(read(answer)).rejects.toThrow('shorter')
    })

    test('that is replaced while it is sent is sent as it was', async () => {
      const answer = await get()
      const path = join(library.root, 'RJ334212/02 雨.wav')
      writeFileSync(`${path}.new`, 'other')
      renameSync(`${path}.new`, path)
      expect((await read(answer)).equals(bytes)).toBe(true)
    })
  })

  describe('nobody gets', () => {
    test.each([
      ['a forged link', () => get({}, { s: 'abc.def' })],
      [
        'the link of another file',
        () => get({}, { s: signMedia(secret, { fileId: 'x', epoch, expiresAt: 9e9 }) }),
      ],
      [
        'an expired link',
        () => get({}, { s: signMedia(secret, { fileId, epoch, expiresAt: now.getTime() / 1000 }) }),
      ],
    ])('a file by %s', async (_, ask) => {
      await expect(ask()).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('a file by a link of before all were revoked', async () => {
      epoch = 'two'
      await expect(get()).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('a file of a work that was hidden meanwhile', async () => {
      hidden = workKeyOf('RJ334212')
      await expect(get()).rejects.toMatchObject({ code: 'notFound' })
    })

    test('a file that is gone, a folder or a file outside the storage', async () => {
      const path = join(library.root, 'RJ334212/02 雨.wav')
      rmSync(path)
      await expect(get()).rejects.toMatchObject({ code: 'notFound' })
      const outside = mkdtempSync(join(tmpdir(), 'koedana-outside-'))
      writeFileSync(join(outside, 'secret'), 'secret')
      symlinkSync(join(outside, 'secret'), path)
      await expect(get()).rejects.toMatchObject({ code: 'notFound' })
      rmSync(path)
      symlinkSync(join(library.root, 'RJ334212'), path)
      await expect(get()).rejects.toMatchObject({ code: 'notFound' })
      rmSync(outside, { recursive: true })
    })

    test('a file whose stored path climbs out of the storage', async () => {
      writeFileSync(`${library.root}-sibling`, 'secret')
      for (const path of [`../root-sibling`, '../../../../../etc/passwd']) {
        await database.write.updateTable('track').set({ path }).where('id', '=', fileId).execute()
        await expect(get()).rejects.toMatchObject({ code: 'notFound' })
      }
    })
  })
})

const asked = <P>(params: P) => ({ params, query: undefined, body: undefined })

const context = (headers: Context['headers'] = {}, method = 'GET'): Context => ({
  method,
  headers,
  locale: 'en-US',
})
