/** Archives beyond 4 GiB (Zip64), whose 32-bit fields refer to extra fields. The files are sparse. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocalStorage } from '../local/local-storage.ts'
import type { Storage } from '../storage.ts'
import { withArchives } from './archive-storage.ts'
import { createExtractionCache } from './extraction-cache.ts'
import { readDirectory } from './zip-file.ts'

const gibibyte = 1024 ** 3
const longBytes = 5 * gibibyte
const deep = Buffer.from('deep inside')
const deepAt = 4.5 * gibibyte
const last = Buffer.from('the last sound')

let folder = ''
let storage: Storage
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-zip64-'))
  writeLargeZip(join(folder, 'RJ90000001.zip'))
  storage = withArchives(openLocalStorage(folder), createExtractionCache(join(folder, 'unpacked')))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (path: string, start: number, end: number) => {
  const file = await storage.open(`RJ90000001.zip/${path}`)
  const bytes = Buffer.from(await file.read({ start, end }))
  const { sizeBytes } = file
  await file.close()
  return { text: bytes.toString(), sizeBytes }
}

test('sounds are heard at offsets that 32 bits cannot say', async () => {
  expect(await read('1.wav', deepAt, deepAt + deep.length - 1)).toEqual({
    text: 'deep inside',
    sizeBytes: longBytes,
  })
  expect(await read('2.wav', 4, 7)).toEqual({ text: 'last', sizeBytes: last.length })
})

test('the directory says sizes and offsets as they are', async () => {
  const file = await openLocalStorage(folder).open('RJ90000001.zip')
  const { entries } = await readDirectory(file)
  expect(entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['1.wav', longBytes],
    ['2.wav', last.length],
  ])
  await file.close()
})

test('a directory that is larger than that of any work is given up before it fills the memory', async () => {
  const beside = Buffer.concat([numbers(2, 0x9999, 60_000), Buffer.alloc(60_000)])
  const nothing = { packed: 0, size: 0, crc: 0 }
  const entries = Array.from({ length: 600 }, (_, n) => listed(`${n}.wav`, nothing, { at: 0, extra: beside }))
  const directory = Buffer.concat(entries)
  const counts = numbers(2, 0, 0, entries.length, entries.length)
  const end = Buffer.concat([numbers(4, 0x06054b50), counts, numbers(4, directory.length, 0), numbers(2, 0)])
  writeFileSync(join(folder, 'RJ90000002.zip'), Buffer.concat([directory, end]))
  const file = await openLocalStorage(folder).open('RJ90000002.zip')
  await expect(readDirectory(file)).rejects.toMatchObject({ fault: 'damaged' })
  await file.close()
})

const more = 0xffff_ffff

function writeLargeZip(path: string): void {
  const file = openSync(path, 'w')
  let at = 0
  const put = (bytes: Buffer) => {
    at += writeSync(file, bytes, 0, bytes.length, at)
  }
  put(
    Buffer.concat([
      numbers(4, 0x04034b50),
      fieldsOf('1.wav', { packed: more, size: more, crc: 0, extra: 20 }),
    ]),
  )
  put(Buffer.concat([Buffer.from('1.wav'), extraOf(longBytes, longBytes)]))
  writeSync(file, deep, 0, deep.length, at + deepAt)
  at += longBytes
  const secondAt = at
  const second = { packed: last.length, size: last.length, crc: crc32(last) }
  put(
    Buffer.concat([
      numbers(4, 0x04034b50),
      fieldsOf('2.wav', { ...second, extra: 0 }),
      Buffer.from('2.wav'),
      last,
    ]),
  )
  const directoryAt = at
  put(listed('1.wav', { packed: more, size: more, crc: 0 }, { at: 0, extra: extraOf(longBytes, longBytes) }))
  put(listed('2.wav', second, { at: more, extra: extraOf(secondAt) }))
  const directoryBytes = at - directoryAt
  const endAt = at
  put(Buffer.concat([numbers(4, 0x06064b50), numbers(8, 44), numbers(2, 45, 45), numbers(4, 0, 0)]))
  put(numbers(8, 2, 2, directoryBytes, directoryAt))
  put(Buffer.concat([numbers(4, 0x07064b50, 0), numbers(8, endAt), numbers(4, 1)]))
  put(
    Buffer.concat([
      numbers(4, 0x06054b50),
      numbers(2, 0, 0, 0xffff, 0xffff),
      numbers(4, more, more),
      numbers(2, 0),
    ]),
  )
  ftruncateSync(file, at)
  closeSync(file)
}

interface Sizes {
  readonly packed: number
  readonly size: number
  readonly crc: number
}

/** Version, flags, method, time and date, checksum, sizes, and lengths of name and extra field. */
function fieldsOf(name: string, { packed, size, crc, extra }: Sizes & { extra: number }): Buffer {
  return Buffer.concat([
    numbers(2, 45, 0, 0, 0, 0),
    numbers(4, crc, packed, size),
    numbers(2, name.length, extra),
  ])
}

/** A directory entry without comment and attributes, on the first disk. */
function listed(name: string, sizes: Sizes, { at, extra }: { at: number; extra: Buffer }): Buffer {
  const fields = fieldsOf(name, { ...sizes, extra: extra.length })
  const attributes = Buffer.concat([numbers(2, 0, 0, 0), numbers(4, 0, at)])
  return Buffer.concat([numbers(4, 0x02014b50), numbers(2, 45), fields, attributes, Buffer.from(name), extra])
}

const extraOf = (...values: number[]) =>
  Buffer.concat([numbers(2, 1, values.length * 8), numbers(8, ...values)])

function numbers(bytes: 2 | 4 | 8, ...values: number[]): Buffer {
  const written = Buffer.alloc(bytes * values.length)
  values.forEach((value, index) => {
    if (bytes === 8) written.writeBigUInt64LE(BigInt(value), index * 8)
    else written.writeUIntLE(value, index * bytes, bytes)
  })
  return written
}
