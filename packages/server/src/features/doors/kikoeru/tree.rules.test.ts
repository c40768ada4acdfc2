import { expect, test } from 'vitest'
import { treeOf } from './tree.rules.ts'

const file = (path: string) => {
  const cut = path.lastIndexOf('/')
  return {
    folder: path.slice(0, Math.max(0, cut)),
    name: path.slice(cut + 1),
    node: { title: path.slice(cut + 1) },
  }
}

test('folders come before files, and both in natural order', () => {
  expect(treeOf(['10.mp3', '2.mp3', 'b/mp3/1.mp3', 'a/1.mp3'].map(file))).toEqual([
    { type: 'folder', title: 'a', children: [{ title: '1.mp3' }] },
    {
      type: 'folder',
      title: 'b',
      children: [{ type: 'folder', title: 'mp3', children: [{ title: '1.mp3' }] }],
    },
    { title: '2.mp3' },
    { title: '10.mp3' },
  ])
})
