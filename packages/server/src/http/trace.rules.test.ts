import { expect, test } from 'vitest'
import { requestIdOf, traceOf } from './trace.rules.ts'

test.each(['7f3c', 'a'.repeat(100), 'Root=1-67891233-abcdef012345678912345678', 'req:1/2@host'])(
  '%s names a request',
  (id) => expect(requestIdOf(id)).toBe(id),
)

test.each([undefined, '', 'a'.repeat(101), 'two words', 'line\nbreak', '{"level":60}', 'ä', ['a', 'b']])(
  '%j does not',
  (id) => expect(requestIdOf(id)).toBeUndefined(),
)

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test.each([`00-${trace}-${parent}-01`, `00-${trace}-${parent}-00`, `cc-${trace}-${parent}-01-later`])(
  '%s goes on here',
  (header) =>
    expect(traceOf(header, () => 'ours')).toEqual({ traceId: trace, parentSpanId: parent, spanId: 'ours' }),
)

test.each([
  undefined,
  '',
  [`00-${trace}-${parent}-01`],
  `00-${trace}-${parent}`,
  `00-${trace}-${parent}-01-more`,
  `ff-${trace}-${parent}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${parent}-01\n{"level":60}`,
  ` 00-${trace}-${parent}-01`,
  `cc-${trace}-${parent}-01-${'x'.repeat(200)}`,
])('%j is none', (header) => expect(traceOf(header, () => 'ours')).toBeUndefined())
