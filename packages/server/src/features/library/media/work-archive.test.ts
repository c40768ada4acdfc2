import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import { type Storage, StorageError } from '../../storages/storage.ts'
import { buildZip } from '../../storages/testing/zip.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { bytes, createListener, firstPath, type Listener, read } from '../testing/media.ts'

const text = '雨の夜に\n'.repeat(30)
const given = {
  [firstPath]: bytes,
  'RJ334212/特典/01 おまけ.wav': bytes.subarray(0, 4_000),
  'RJ334212/台本/台本.txt': text,
  'RJ334212/empty.txt': '',
  'RJ334212/.hidden': 'no',
}
const files: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries(given).map(([path, file]) => [path, Buffer.from(file)]),
)

/** Unpacks a zip with an independent library; throws if a checksum is wrong. */
async function unzipped(zip: Buffer): Promise<Record<string, Buffer>> {
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  const held: Record<string, Buffer> = {}
  for await (const entry of opened.eachEntry()) {
    const content = await buffer(await opened.openReadStreamPromise(entry))
    expect(crc32(content)).toBe(entry.crc32)
    held[entry.fileName] = content
  }
  return held
}

eachLibrary((library) => {
  let listener: Listener
  afterEach(() => listener.close())

  describe('a work as one zip', () => {
    beforeEach(async () => {
      listener = await createListener(library(), files)
    })

    test('holds every file that is known, in its folder, and is as long as it says', async () => {
      const { archive } = await listener.listing()
      expect(archive).toMatchObject({ fileCount: 4 })
      const response = await listener.getArchive()
      const zip = await read(response)
      expect(response).toMatchObject({
        status: 200,
        headers: {
          'content-length': String(zip.length),
          'content-type': 'application/zip',
          'accept-ranges': 'bytes',
          'content-disposition': "attachment; filename*=UTF-8''RJ334212%20RJ334212.zip",
        },
      })
      const held = await unzipped(zip)
      expect(Object.keys(held).map((name) => name.replace('RJ334212 RJ334212/', ''))).toEqual([
        '02 雨.wav',
        '特典/01 おまけ.wav',
        'empty.txt',
        '台本/台本.txt',
      ])
      for (const [name, content] of Object.entries(held)) {
        expect(content.equals(files[name.replace('RJ334212 ', '')] ?? Buffer.alloc(0))).toBe(true)
      }
    })

    test('goes on anywhere', async () => {
      const whole = await read(await listener.getArchive())
      const { etag = '' } = (await listener.getArchive({}, { method: 'HEAD' })).headers
      const position = fc.nat({ max: whole.length - 1 })
      await fc.assert(
        fc.asyncProperty(position, position, async (a, b) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)]
          const part = await listener.getArchive({ range: `bytes=${start}-${end}`, 'if-range': etag })
          expect(part.status).toBe(206)
          expect((await read(part)).equals(whole.subarray(start, end + 1))).toBe(true)
        }),
        { numRuns: 30 },
      )
    })

    test('has its end for one who asks for nothing else', async () => {
      const part = await listener.getArchive({ range: 'bytes=-400' })
      const whole = await read(await listener.getArchive())
      expect((await read(part)).equals(whole.subarray(-400))).toBe(true)
    })

    test('leaves out what is gone, and breaks off where a file changes on its way', async () => {
      rmSync(join(library().root, 'RJ334212/empty.txt'))
      const whole = await read(await listener.getArchive())
      expect(whole.includes('empty.txt')).toBe(false)
      const begun = await listener.getArchive()
      writeFileSync(join(library().root, 'RJ334212/台本/台本.txt'), 'shorter')
      await expect(read(begun)).rejects.toMatchObject({ fault: 'damaged' })
    })

    test('is nobody’s without a link, and hidden with its work', async () => {
      await expect(listener.getArchive({}, { s: 'abc.def' })).rejects.toMatchObject({ code: 'forbidden' })
      const link = new URL((await listener.files())[0]?.url ?? '', 'http://localhost')
      const s = link.searchParams.get('s') ?? ''
      await expect(listener.getArchive({}, { s })).rejects.toMatchObject({ code: 'forbidden' })
      const own = new URL((await listener.listing()).archive?.url ?? '', 'http://localhost').searchParams
      listener.hideWork()
      await expect(listener.getArchive({}, { s: own.get('s') ?? '' })).rejects.toMatchObject({
        code: 'notFound',
      })
    })
  })

  test.each([
    ['forbidden', 200],
    ['unavailable', 503],
  ] as const)('a file that is %s as the zip begins makes it %i', async (fault, status) => {
    for (const [path, file] of Object.entries(files)) library().put(path, file)
    const folder = openLocalStorage(library().root)
    let isDenied = false
    // `stat` still works, as for a file of another user.
    const open: Storage['open'] = async (ref) => {
      if (isDenied && ref.includes('特典')) throw new StorageError(fault)
      return folder.open(ref)
    }
    listener = await createListener(library(), {}, { ...folder, open })
    const asked = listener.getArchive()
    isDenied = true
    if (status === 503) return expect(asked).rejects.toMatchObject({ code: 'storageAway' })
    const held = await unzipped(await read(await asked))
    expect(Object.keys(held).filter((name) => name.includes('特典'))).toEqual([])
    expect(Object.keys(held).length).toBeGreaterThan(0)
  })

  test('what lies in an archive is taken out of it', async () => {
    const zip = buildZip([
      { name: '02 雨.wav', bytes, isDeflated: true },
      { name: '絵/表紙.txt', bytes: Buffer.from(text), isDeflated: false },
    ])
    listener = await createListener(library(), { 'RJ334212.zip': zip })
    const held = await unzipped(await read(await listener.getArchive()))
    expect(Object.keys(held)).toEqual(['RJ334212 RJ334212/02 雨.wav', 'RJ334212 RJ334212/絵/表紙.txt'])
    expect(held['RJ334212 RJ334212/02 雨.wav']?.equals(bytes)).toBe(true)
  })
})
