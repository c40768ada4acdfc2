import { renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'
import { bytes, createListener, firstPath, type Listener, read, size } from '../testing/media.ts'

eachLibrary((given) => {
  let listener: Listener

  beforeEach(async () => {
    listener = await createListener(given())
  })

  afterEach(() => listener.close())

  describe('files of a work', () => {
    test('come in natural order with links that open them', async () => {
      const tracks = await listener.files()
      expect(tracks.map(({ title, format, sizeBytes }) => [title, format, sizeBytes])).toEqual([
        ['雨', 'wav', size],
        ['終', 'wav', Buffer.from(sound('other', 1)).length],
      ])
      expect(tracks[0]?.duration).toBeCloseTo(5)
      const url = new URL(tracks[0]?.url ?? '', 'http://localhost')
      expect(url.pathname).toBe(`/api/v3/media/${listener.fileId}/${encodeURIComponent('02 雨.wav')}`)
      expect((await listener.get({}, { s: url.searchParams.get('s') ?? '' })).status).toBe(200)
    })

    test('of a hidden or unknown work are not found', async () => {
      await expect(listener.files('RJ999999')).rejects.toMatchObject({ code: 'notFound' })
      listener.hideWork()
      await expect(listener.files()).rejects.toMatchObject({ code: 'notFound' })
    })
  })

  describe('a file', () => {
    test('is sent whole', async () => {
      const response = await listener.get()
      expect(response).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(size),
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'content-disposition': "inline; filename*=UTF-8''02%20%E9%9B%A8.wav",
        },
      })
      expect((await read(response)).equals(bytes)).toBe(true)
    })

    test.each([
      ['bytes=0-9', 0, 9],
      ['bytes=100-', 100, size - 1],
      ['bytes=-10', size - 10, size - 1],
      [`bytes=3-${size + 50}`, 3, size - 1],
    ])('is sent in part: %s', async (range, start, end) => {
      const response = await listener.get({ range })
      expect(response.status).toBe(206)
      expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(response.headers['content-length']).toBe(String(end - start + 1))
      expect((await read(response)).equals(bytes.subarray(start, end + 1))).toBe(true)
    })

    test('is sent in several parts', async () => {
      const response = await listener.get({ range: 'bytes=0-3,10-13' })
      expect(response.status).toBe(206)
      const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
        response.headers['content-type'] ?? '',
      )?.[1]
      const body = await read(response)
      expect(response.headers['content-length']).toBe(String(body.length))
      const part = (start: number, end: number) =>
        `\r\n--${boundary}\r\ncontent-type: audio/wav\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n${bytes.toString('latin1', start, end + 1)}`
      expect(body.toString('latin1')).toBe(`${part(0, 3)}${part(10, 13)}\r\n--${boundary}--\r\n`)
    })

    test('past its end is not satisfiable', async () => {
      const response = await listener.get({ range: `bytes=${size}-` })
      expect(response).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${size}` } })
      expect(response.body).toBeUndefined()
    })

    test('tells its length to HEAD, whatever the range', async () => {
      const response = await listener.get({ range: 'bytes=0-1' }, { method: 'HEAD' })
      expect(response).toMatchObject({ status: 200, headers: { 'content-length': String(size) } })
      expect(response.body).toBeUndefined()
    })

    test('is not sent again to who has it, and whole to who has another', async () => {
      const { etag = '' } = (await listener.get({}, { method: 'HEAD' })).headers
      expect((await listener.get({ 'if-none-match': etag })).status).toBe(304)
      expect((await listener.get({ 'if-match': '"other"' })).status).toBe(412)
      expect(await listener.get({ range: 'bytes=0-0', 'if-range': etag })).toMatchObject({ status: 206 })
      expect(await listener.get({ range: 'bytes=0-0', 'if-range': '"other"' })).toMatchObject({ status: 200 })
    })

    test('of no length is sent as nothing', async () => {
      truncateSync(join(given().root, firstPath))
      const response = await listener.get()
      expect(response).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
      expect(await read(response)).toHaveLength(0)
      expect((await listener.get({ range: 'bytes=0-' })).status).toBe(416)
    })

    test('that becomes shorter while it is sent ends in an error, not in silence', async () => {
      const response = await listener.get()
      truncateSync(join(given().root, firstPath), 10)
      await expect(read(response)).rejects.toMatchObject({ fault: 'damaged' })
    })

    test('that is replaced while it is sent is sent as it was', async () => {
      const response = await listener.get()
      const path = join(given().root, firstPath)
      writeFileSync(`${path}.new`, 'other')
      renameSync(`${path}.new`, path)
      expect((await read(response)).equals(bytes)).toBe(true)
    })
  })
})
