/** Commands work even if their output is closed, as in `koedana doctor | head -1`. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPrograms } from './testing/server-processes.ts'

let folder = ''
const { begin, endAll } = createPrograms(() => folder)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-unread-'))
})
afterEach(async () => {
  await endAll()
  await rm(folder, { recursive: true, force: true })
})

test('a command does what it does, and fails by nothing', async () => {
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, '{"id":"RJ90000001","name":"mist"}\n')
  for (const args of [['import', feed], ['doctor']]) {
    const child = begin(args)
    child.stdout.destroy()
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([child.exitCode, errors]).toEqual([0, ''])
  }
})
