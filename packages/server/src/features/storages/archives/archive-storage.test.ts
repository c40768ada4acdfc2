import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { withArchives } from './archive-storage.ts'
import { createExtractionCache } from './extraction-cache.ts'

test('nobody is sent to a storage for what lies in an archive, which it does not know', async () => {
  const requested: string[] = []
  const { storage } = createMemoryStorage()
  const linked = {
    ...storage,
    link: async (ref: string) => {
      requested.push(ref)
      return { url: `https://bucket.example/${ref}`, headers: {}, expiresAt: Infinity }
    },
  }
  const { link } = withArchives(linked, createExtractionCache(join(tmpdir(), 'koedana-nothing-unpacked')))
  expect(await link('RJ90000001.zip/01.mp3')).toBeUndefined()
  expect((await link('RJ90000001/01.mp3'))?.url).toBe('https://bucket.example/RJ90000001/01.mp3')
  expect(requested).toEqual(['RJ90000001/01.mp3'])
})
