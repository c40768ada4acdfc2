import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { feedFile } from './feed-file.ts'
import { generateWorks } from './generate.ts'

test('a feed is written where nothing was kept before, and kept', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const clone = await mkdtemp(join(tmpdir(), 'koedana-clone-'))
  const cache = join(clone, '.cache', 'bench')
  const file = await feedFile(cache, 50)
  const text = await readFile(file, 'utf8')
  expect(text.trimEnd().split('\n')).toEqual([...generateWorks(50)].map((work) => JSON.stringify(work)))
  expect(await feedFile(cache, 50)).toBe(file)
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
  await rm(clone, { recursive: true })
})

test('one generated work in ten belongs to a group of editions, after its original', () => {
  const seen = new Set<string>()
  const grouped = new Set<string>()
  for (const { id, editionOf } of generateWorks(20_000)) {
    seen.add(id)
    if (!editionOf) continue
    expect(seen.has(editionOf)).toBe(true)
    grouped.add(id).add(editionOf)
  }
  expect(Math.abs(grouped.size / seen.size - 0.1)).toBeLessThan(0.01)
})
