import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { playIdOf, readPlayId } from './play-id.rules.ts'

const by = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('base64url')
const play = {
  workId: 'RJ01000001',
  sessionId: 'a_-4567890123456',
  startedMs: 1_772_359_200_000,
  startMs: 0,
  basedOn: 7,
}

test('says what is played to whoever has the key', () => {
  const id = playIdOf(play, 'once', by('one'))
  expect(id).toMatch(/^[\w.-]{1,150}$/)
  expect(readPlayId(id, by('one'))).toEqual(play)
  expect(playIdOf(play, 'twice', by('one'))).not.toBe(id)
})

test('nobody makes one, or changes what one says', () => {
  const id = playIdOf(play, 'once', by('one'))
  expect(readPlayId(id, by('other'))).toBeUndefined()
  const changed = [
    id.replace('RJ01000001', 'RJ01000002'),
    id.replace('a_-4', 'b_-4'),
    id.replace('.7.', '.8.'),
    id.slice(0, -1),
    `${id}x`,
    id.replace('.once', ''),
    `RJ01000001.${by('one')('RJ01000001')}`,
    '',
    '....',
  ]
  for (const one of changed) expect(readPlayId(one, by('one')), one).toBeUndefined()
})
