import type { WorkFile } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { type FileFolder, fileTree } from './file-tree.rules.ts'

const file = (folder: string, name: string): WorkFile => ({
  id: `${folder}/${name}`,
  folder,
  name,
  kind: 'other',
  sizeBytes: 1,
  away: false,
  url: null,
})

const drawn = ({ name, folders, files }: FileFolder): unknown => [
  name,
  ...files.map((one) => one.name),
  ...folders.map(drawn),
]

test('files stand in their folders, and a folder that holds one folder alone is drawn with it', () => {
  const tree = fileTree([file('', 'a'), file('x/y', 'b'), file('x/y/z', 'c'), file('w', 'd'), file('', 'e')])
  expect(drawn(tree)).toEqual(['', 'a', 'e', ['x/y', 'b', ['z', 'c']], ['w', 'd']])
  expect(drawn(fileTree([file('only/one', 'a')]))).toEqual(['', ['only/one', 'a']])
})
