import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildZip } from '../../storages/testing/zip.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'
import { bytes, createListener, type Listener, read, size } from '../testing/media.ts'

const zipOf = (isDeflated: boolean) =>
  buildZip([
    { name: '10 終.wav', bytes: sound('other', 1), isDeflated },
    { name: '02 雨.wav', bytes, isDeflated },
  ])

eachLibrary((given) => {
  describe.each([
    ['as it is', false],
    ['deflated', true],
  ])('a sound that lies in an archive %s', (_, isDeflated) => {
    let listener: Listener
    beforeEach(async () => {
      listener = await createListener(given(), { 'RJ334212.zip': zipOf(isDeflated) })
    })
    afterEach(() => listener.close())

    test('is sent as a file would be, whole and by every form of range', async () => {
      const whole = await listener.get()
      expect(whole).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(size),
          'accept-ranges': 'bytes',
          'content-disposition': "inline; filename*=UTF-8''02%20%E9%9B%A8.wav",
        },
      })
      expect((await read(whole)).equals(bytes)).toBe(true)
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=100-', 100, size - 1],
        ['bytes=-10', size - 10, size - 1],
        [`bytes=-${size + 9}`, 0, size - 1],
        [`bytes=3-${size + 50}`, 3, size - 1],
      ] as const) {
        const part = await listener.get({ range })
        expect(part.status).toBe(206)
        expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
        expect((await read(part)).equals(bytes.subarray(start, end + 1))).toBe(true)
      }
      const several = await listener.get({ range: 'bytes=0-3,10-13' })
      expect(several.headers['content-type']).toMatch(/^multipart\/byteranges; boundary=/)
      expect((await read(several)).length).toBe(Number(several.headers['content-length']))
      expect(await listener.get({ range: `bytes=${size}-` })).toMatchObject({
        status: 416,
        headers: { 'content-range': `bytes */${size}` },
      })
    })

    test('is sent from a full disk where nothing has to be unpacked for it, and otherwise the disk is what is short', async () => {
      listener.fillDisk()
      if (isDeflated) await expect(listener.get()).rejects.toMatchObject({ code: 'storageFull' })
      else expect((await read(await listener.get())).equals(bytes)).toBe(true)
    })

    test('keeps its ETag until the archive changes, and ends as it began where that is replaced', async () => {
      const { etag = '' } = (await listener.get({}, { method: 'HEAD' })).headers
      expect((await listener.get({ 'if-none-match': etag })).status).toBe(304)
      expect(await listener.get({ range: 'bytes=0-0', 'if-range': etag })).toMatchObject({ status: 206 })
      const begun = await listener.get()
      const path = join(given().root, 'RJ334212.zip')
      writeFileSync(`${path}.new`, zipOf(isDeflated))
      renameSync(`${path}.new`, path)
      expect((await read(begun)).equals(bytes)).toBe(true)
      expect((await listener.get({ 'if-none-match': etag })).status).toBe(200)
      writeFileSync(path, 'nothing of it is left')
      await expect(listener.get()).rejects.toMatchObject({ code: 'storageAway' })
    })
  })
})
