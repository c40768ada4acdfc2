import { expect, test } from 'vitest'
import { memoized } from './memoized.ts'

function counted(capacity: number) {
  const texts: (string | undefined)[] = []
  const read = memoized((text) => {
    texts.push(text)
    return `read ${text}`
  }, capacity)
  return { read, texts }
}

test('a text is read once while it is in use, however many others strangers send', () => {
  const { read, texts } = counted(10)
  for (let n = 0; n < 1_000; n++) {
    expect(read('usual')).toBe('read usual')
    read(`other ${n}`)
  }
  expect(texts.filter((text) => text === 'usual')).toHaveLength(1)
  read('other 999')
  expect(texts).toHaveLength(1_001)
  read('other 0')
  expect(texts).toHaveLength(1_002)
})

test('no text, an empty one and one that is very long are read as they are', () => {
  const { read, texts } = counted(10)
  const long = 'x'.repeat(401)
  expect([read(undefined), read(''), read(long), read(long)]).toEqual([
    'read undefined',
    'read ',
    `read ${long}`,
    `read ${long}`,
  ])
  expect(texts).toEqual([undefined, '', long, long])
})
