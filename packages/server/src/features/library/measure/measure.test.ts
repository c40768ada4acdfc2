import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import { sound } from '../testing/library.ts'
import { measureTrack } from './measure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-measuring-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(script: string): string {
  const path = join(folder, 'program')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

async function measured(script: string, name: string, signal = new AbortController().signal) {
  writeFileSync(join(folder, name), sound(name, 1))
  const source = await openLocalStorage(folder).open(name)
  const copy = join(folder, 'copy')
  try {
    return await measureTrack({ program: program(script), source, name, copy, signal })
  } finally {
    await source.close()
  }
}

test('one that hangs is ended when nobody waits any more, and leaves no copy', async () => {
  const stop = new AbortController()
  const waiting = measured('echo begun > "$0.begun"; exec sleep 600', 'a.m4a', stop.signal)
  const ended = expect(waiting).rejects.toMatchObject({ fault: 'unavailable' })
  while (!readdirSync(folder).includes('program.begun'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect(readdirSync(folder)).toContain('copy')
  stop.abort()
  await ended
  expect(readdirSync(folder)).not.toContain('copy')
})

test.each([
  ['fails', 'exit 1'],
  ['says nothing', 'cat > /dev/null'],
  [
    'says much that means nothing',
    'cat > /dev/null; head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2',
  ],
  ['dies', 'kill -9 $$'],
])('one that %s has measured nothing', async (_, script) => {
  await expect(measured(script, 'a.wav')).rejects.toMatchObject({ fault: 'damaged' })
})
