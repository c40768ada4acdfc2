import { expect, test } from 'vitest'
import { loadWithRetries } from './load-with-retries.ts'

/** A server that is unreachable for some checks, and a file whose first loads fail. */
function away(looks: number, failures: number) {
  const done: string[] = []
  const load = async () => {
    done.push('load')
    if (done.filter((one) => one === 'load').length <= failures) throw new Error('no such file')
    return 'part'
  }
  const isThere = async () => {
    done.push('look')
    return done.filter((one) => one === 'look').length > looks
  }
  const wait = async () => done.push('wait')
  return { done, loaded: () => loadWithRetries(load, { isThere, wait }) }
}

test('what is there is loaded, and nobody asks for the server', async () => {
  const { done, loaded } = away(0, 0)
  expect(await loaded()).toBe('part')
  expect(done).toEqual(['load'])
})

test('what a lost connection kept away comes once the server responds', async () => {
  const { done, loaded } = away(2, 1)
  expect(await loaded()).toBe('part')
  expect(done).toEqual(['load', 'wait', 'look', 'wait', 'look', 'wait', 'look', 'load'])
})

test('a server that has just begun may fail once more', async () => {
  expect(await away(0, 2).loaded()).toBe('part')
})

test('what the server has no more fails', async () => {
  await expect(away(0, 4).loaded()).rejects.toThrow('no such file')
})

test('parts that wait for one server look for it once between them', async () => {
  const done: string[] = []
  let isThere = false
  const way = {
    isThere: async () => {
      done.push('look')
      const was = isThere
      isThere = true
      return was
    },
    wait: async () => undefined,
  }
  const part = (name: string) => async () => {
    if (!isThere) throw new Error('no connection')
    return name
  }
  const loaded = ['words', 'menu', 'queue'].map((name) => loadWithRetries(part(name), way))
  expect(await Promise.all(loaded)).toEqual(['words', 'menu', 'queue'])
  expect(done).toEqual(['look', 'look'])
})
