import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serverFilesBelow } from './server-files.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-own-')))
mkdirSync(join(base, 'home/data/library'), { recursive: true })
mkdirSync(join(base, 'home-old'))
symlinkSync(join(base, 'home'), join(base, 'linked'))
afterAll(() => rmSync(base, { recursive: true }))

test.each([
  ['home', 'home/data', 'data/covers/1.mp3', true],
  ['home', 'linked/data', 'data/covers/1.mp3', true],
  ['home/data', 'home/data', 'covers/1.mp3', true],
  ['home/data/library', 'home/data', 'covers/1.mp3', false],
  ['home-old', 'home', 'covers/1.mp3', false],
  ['home', 'gone', 'covers/1.mp3', false],
])('in %s, with the data folder %s, %s is ours: %s', (root, dataFolder, path, expected) => {
  expect(serverFilesBelow(join(base, root), join(base, dataFolder))(path)).toBe(expected)
})
