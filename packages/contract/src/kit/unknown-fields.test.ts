import * as v from 'valibot'
import { expect, test } from 'vitest'
import { unknownFields } from './unknown-fields.ts'

const named = v.union([v.object({ id: v.string() }), v.object({ name: v.string() })])
const schema = v.object({
  title: v.pipe(v.string(), v.minLength(1)),
  values: v.optional(v.object({ maker: v.optional(v.nullable(named)), genres: v.optional(v.array(named)) })),
  names: v.optional(v.record(v.string(), v.string())),
  order: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('a'), options: v.optional(v.object({ dry: v.boolean() })) }),
      v.object({ kind: v.literal('b') }),
    ]),
  ),
})

test.each<[string, unknown, readonly string[]]>([
  ['all that is known', { title: 'x', values: { maker: { id: '1' }, genres: [{ name: 'y' }] } }, []],
  ['one at the top', { title: 'x', colour: 1 }, ['colour']],
  [
    'one that objects have by nature',
    JSON.parse('{"constructor":1,"toString":2}'),
    ['constructor', 'toString'],
  ],
  ['one below', { values: { colour: 1, maker: null } }, ['values.colour']],
  ['one of a shape', { values: { maker: { id: '1', nmae: 'x' } } }, ['values.maker.nmae']],
  ['in a list', { values: { genres: [{ id: '1' }, { name: 'x', colour: 1 }] } }, ['values.genres.1.colour']],
  ['none of a record, whose names are free', { names: { colour: 'x' } }, []],
  [
    'of one kind of several',
    { order: { kind: 'a', options: { dry: true, wet: true } } },
    ['order.options.wet'],
  ],
  ['a field of another kind', { order: { kind: 'b', options: {} } }, ['order.options']],
  ['nothing where it is no object', 'text', []],
  ['nothing of null', null, []],
])('%s', (_, value, expected) => {
  expect(unknownFields(schema, value)).toEqual(expected)
})
