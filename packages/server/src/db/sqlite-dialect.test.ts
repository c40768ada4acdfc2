import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { withStatementCache } from './sqlite-writer.ts'
import { maxPrepared } from './writer-messages.ts'

const sqlite = new Database(':memory:')
afterEach(() => {
  sqlite.close()
})

test('a statement in use is prepared once, however many others pass', () => {
  const texts: string[] = []
  const database = withStatementCache({
    close: () => sqlite.close(),
    prepare: (text) => {
      texts.push(text)
      return sqlite.prepare(text)
    },
  })
  const send = (number: number) => database.prepare(`select ${number} as number`).all([])
  for (let number = 1; number <= 2 * maxPrepared; number++) {
    expect(send(0)).toEqual([{ number: 0 }])
    expect(send(number)).toEqual([{ number }])
  }
  expect(texts.filter((text) => text === 'select 0 as number')).toHaveLength(1)
  expect(texts).toHaveLength(2 * maxPrepared + 1)
  send(2 * maxPrepared)
  expect(texts).toHaveLength(2 * maxPrepared + 1)
  send(1)
  expect(texts).toHaveLength(2 * maxPrepared + 2)
})
