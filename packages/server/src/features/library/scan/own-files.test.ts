import { describe, expect, test } from 'vitest'
import { createOwnFiles } from './own-files.ts'

describe('what the server keeps is no library', () => {
  test('in a root that holds the data folder', () => {
    const isOurs = createOwnFiles('/home/haruka', '/home/haruka/koedana/data')
    expect(isOurs('koedana/data/covers')).toBe(true)
    expect(isOurs('koedana/data/covers/RJ01000001/a/240.webp')).toBe(true)
    expect(isOurs('koedana/data/koedana.sqlite-wal')).toBe(true)
    expect(isOurs('koedana/data/before-restore-2026-01-01T00-00-00.000Z/covers')).toBe(true)
    expect(isOurs('koedana/data')).toBe(false)
    expect(isOurs('koedana/data/library/RJ01000001/covers/1.mp3')).toBe(false)
    expect(isOurs('covers/RJ01000001/1.mp3')).toBe(false)
    expect(isOurs('koedana/database/covers')).toBe(false)
  })

  test('in the data folder itself', () => {
    const isOurs = createOwnFiles('/srv/data', '/srv/data')
    expect(isOurs('covers/RJ01000001')).toBe(true)
    expect(isOurs('RJ01000001/covers')).toBe(false)
  })

  test.each([
    ['a folder in the data folder', '/srv/data/library', '/srv/data'],
    ['a folder elsewhere', '/media/voice', '/srv/data'],
    ['a folder whose name begins alike', '/srv/data-old', '/srv/data'],
    ['a storage of the network', '/media/voice', undefined],
  ])('nothing of %s is ours', (_, root, dataFolder) => {
    expect(createOwnFiles(root, dataFolder)('covers/RJ01000001/1.mp3')).toBe(false)
  })
})
