import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shortOfSpace } from '../../../lib/testing/short-of-space.ts'
import { createExtractionCache } from './extraction-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-unpacked-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (make: () => Promise<Readable>) => async (path: string, signal: AbortSignal) =>
  pipeline(await make(), createWriteStream(path), { signal })

const file = (name: string, bytes = 10) => ({
  name,
  sizeBytes: bytes,
  make: written(async () => Readable.from([Buffer.alloc(bytes, name)])),
})

test('a file is made once, for all who want it at once and later', async () => {
  const { extract } = createExtractionCache(folder)
  let made = 0
  const wanted = {
    ...file('one'),
    make: written(async () => {
      made += 1
      return Readable.from([Buffer.alloc(10, 'o')])
    }),
  }
  const paths = await Promise.all([extract(wanted), extract(wanted)])
  expect(new Set([...paths, await extract(wanted)])).toEqual(new Set([join(folder, 'one')]))
  expect(made).toBe(1)
  expect(readFileSync(join(folder, 'one'), 'utf8')).toBe('o'.repeat(10))
})

test('those that were not used for the longest time go, and what is larger than half of all is not made', async () => {
  const { extract } = createExtractionCache(folder, { maxBytes: 25 })
  for (const name of ['one', 'two', 'one', 'three']) {
    await extract(file(name))
    await setTimeout(20)
  }
  expect(readdirSync(folder).sort()).toEqual(['one', 'three'])
  await expect(extract(file('large', 13))).rejects.toMatchObject({ fault: 'forbidden' })
})

test('however many small ones are made, all are looked at only now and then, and they stay within the bound', async () => {
  const { extract } = createExtractionCache(folder, { maxBytes: 10_000 })
  const bytes = () =>
    readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0)
  await extract(file('first'))
  // Written by another thread, and noticed only with the next scan of the folder.
  writeFileSync(join(folder, 'other'), Buffer.alloc(9_995))
  await extract(file('second'))
  expect(bytes()).toBe(10_015)
  for (let made = 0; made < 400; made += 1) {
    await extract(file(`${made}`, 100))
    if (made > 20) expect(bytes()).toBeLessThanOrEqual(10_000)
  }
  expect(readdirSync(folder)).not.toContain('other')
})

test('one that nobody waits for any more is not made to its end, and is made for who stays', async () => {
  const { extract } = createExtractionCache(folder)
  let source = new Readable({ read() {} })
  const endless = { name: 'endless', sizeBytes: 10, make: written(async () => source) }
  const [first, second] = [new AbortController(), new AbortController()]
  const waits = [extract(endless, first.signal), extract(endless, second.signal)]
  const ends = Promise.allSettled(waits)
  await setTimeout(20)
  first.abort()
  await setTimeout(20)
  expect(source.destroyed).toBe(false)
  second.abort()
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  // A new request waits until the aborted job has ended, then starts another.
  const ended = source
  source = new Readable({ read() {} })
  const stays = extract(endless)
  source.push('0123456789')
  source.push(null)
  expect(await stays).toBe(join(folder, 'endless'))
  expect(ended.destroyed).toBe(true)
})

test('where there is no room nothing is made, what is there is given, and it is made once there is room again', async () => {
  let shortage: typeof shortOfSpace | undefined
  const { extract } = createExtractionCache(folder, { isShort: async () => shortage })
  await extract(file('one'))
  shortage = shortOfSpace
  await expect(extract(file('two'))).rejects.toMatchObject({
    fault: 'unavailable',
    cause: { code: 'storageFull', cause: { said: [shortOfSpace] } },
  })
  expect(readdirSync(folder)).toEqual(['one'])
  expect(await extract(file('one'))).toBe(join(folder, 'one'))
  shortage = undefined
  expect(await extract(file('two'))).toBe(join(folder, 'two'))
})

test('a file whose bytes fail leaves nothing behind, and can be tried again', async () => {
  const { extract } = createExtractionCache(folder)
  const failing = async () =>
    new Readable({
      read() {
        this.destroy(new Error('damaged'))
      },
    })
  await expect(extract({ ...file('one'), make: written(failing) })).rejects.toMatchObject({
    fault: 'unavailable',
  })
  expect(readdirSync(folder)).toEqual([])
  expect(await extract(file('one'))).toBe(join(folder, 'one'))
})
