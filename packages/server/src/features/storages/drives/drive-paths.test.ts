import { expect, test } from 'vitest'
import type { DriveNode } from './drive.ts'
import { createDrivePaths } from './drive-paths.ts'

const fileOf = (name: string, ref: string): DriveNode => ({
  name,
  ref,
  kind: 'file',
  sizeBytes: 1,
  modifiedAt: '2026-01-01T00:00:00.000Z',
})

test('files of one name have paths of their own, on whichever pages they stand and however often one is listed', async () => {
  const pages = [
    [fileOf('朝.mp3', 'a'), fileOf('夜.mp3', 'b')],
    [fileOf('朝.mp3', 'c'), fileOf('朝.mp3', 'd')],
  ]
  const paths = createDrivePaths('root', async (_folder, page) => ({
    nodes: pages[Number(page ?? 0)] ?? [],
    next: page === undefined ? '1' : undefined,
  }))
  await paths.list('')
  await paths.list('', '1')
  const again = await paths.list('', '1')
  expect(again.entries.map(({ name }) => name)).toEqual(['朝 (2).mp3', '朝 (3).mp3'])
  expect(await Promise.all(['朝.mp3', '朝 (2).mp3', '朝 (3).mp3'].map(paths.refOf))).toEqual(['a', 'c', 'd'])
})
