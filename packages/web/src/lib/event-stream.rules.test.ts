import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEvents, type StreamEvent } from './event-stream.rules.ts'

const whole = 'event: task\ndata: {"a":1}\n\n: still here\n\ndata: first\ndata: second\n\n'
const reported: readonly StreamEvent[] = [
  { name: 'task', data: '{"a":1}' },
  { name: 'message', data: 'first\nsecond' },
]

/** Reads the chunks one by one, as a connection delivers them. */
function readAll(pieces: readonly string[]): readonly StreamEvent[] {
  let rest = ''
  return pieces.flatMap((piece) => {
    const reading = parseEvents(rest, piece)
    rest = reading.rest
    return reading.events
  })
}

test('events come out with their names, comments do not', () => {
  expect(readAll([whole])).toEqual(reported)
})

test('an event that is cut anywhere is the same event', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 12 })
  fc.assert(
    fc.property(cuts, fc.constantFrom('\n', '\r\n', '\r'), (at, ending) => {
      const text = `${whole.replaceAll('\n', ending)}: end\n`
      const cuts = [0, ...at.toSorted((a, b) => a - b), text.length]
      const pieces = cuts.slice(1).map((to, index) => text.slice(cuts[index], to))
      expect(readAll(pieces)).toEqual(reported)
    }),
  )
})

test('a byte order mark before the first event is no part of it', () => {
  expect(readAll(['\uFEFFdata: x\n\n'])).toEqual([{ name: 'message', data: 'x' }])
})

test('only one space after the colon is left out, and a field without a colon has no value', () => {
  expect(readAll(['data:  two\ndata\ndata:none\n\n'])).toEqual([{ name: 'message', data: ' two\n\nnone' }])
})

test('what has not ended yet is not reported', () => {
  expect(parseEvents('', 'data: half\n')).toEqual({ events: [], rest: 'data: half\n' })
})
