import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { layOutZip, type ZipEntry, type ZipLayout } from './zip-layout.rules.ts'

const modifiedAt = new Date('2026-03-04T05:06:08Z')
const entry = (name: string, sizeBytes: number): ZipEntry => ({ name, sizeBytes, modifiedAt })

test('the parts follow each other without a gap, and are as long as they say', () => {
  const sizes = fc.nat({ max: 2 ** 40 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ minLength: 1 }), sizes), { maxLength: 8 }), (files) => {
      const { parts, sizeBytes } = layOutZip(files.map(([name, size]) => entry(name, size)))
      let at = 0
      for (const part of parts) {
        expect(part.start).toBe(at)
        if (part.type === 'made') expect(part.make(part.of.map(() => 1)).length).toBe(part.length)
        at += part.length
      }
      expect(at).toBe(sizeBytes)
    }),
  )
})

describe('another reader finds', () => {
  test('files beyond four gigabytes, and what begins behind them', async () => {
    const files = [entry('声/一.wav', 2 ** 32 + 5), entry('二.wav', 2 ** 32 - 1), entry('three.txt', 7)]
    const listed = await listBy(layOutZip(files))
    expect(listed.map(({ name, size }) => [name, size])).toEqual(
      files.map((one) => [one.name, one.sizeBytes]),
    )
    expect(listed[2]?.offset).toBeGreaterThan(2 ** 33)
    expect(listed.map(({ at }) => at)).toEqual([modifiedAt, modifiedAt, modifiedAt])
  })

  test('more files than an old zip can count', async () => {
    const files = Array.from({ length: 70_000 }, (_, at) => entry(`${at}`, 0))
    expect(await listBy(layOutZip(files))).toHaveLength(70_000)
  })
})

/** Serves only the bytes after the file contents to the zip library; all checksums are 0. */
class Reader extends RandomAccessReader {
  readonly #start: number
  readonly #end: Buffer

  constructor({ parts, sizeBytes }: ZipLayout) {
    super()
    const [directory, end] = parts
      .slice(-2)
      .map((part) => (part.type === 'made' ? part.make([]) : Buffer.of()))
    this.#end = Buffer.concat([directory ?? Buffer.of(), end ?? Buffer.of()])
    this.#start = sizeBytes - this.#end.length
  }

  override read(...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    const from = position - this.#start
    this.#end.copy(buffer, offset + Math.max(0, -from), Math.max(0, from), from + length)
    done(null)
  }
}

async function listBy(layout: ZipLayout) {
  const zip = await fromRandomAccessReaderPromise(new Reader(layout), layout.sizeBytes, {
    lazyEntries: true,
    autoClose: false,
  })
  const listed = []
  for await (const one of zip.eachEntry()) {
    listed.push({
      name: one.fileName,
      size: one.uncompressedSize,
      offset: one.relativeOffsetOfLocalHeader,
      at: one.getLastModDate(),
    })
  }
  zip.close()
  return listed
}
