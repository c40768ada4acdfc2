import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readQuery } from './endpoint.ts'

const schema = v.object({
  role: v.optional(v.picklist([1, 2, 3])),
  roles: v.optional(v.array(v.picklist([1, 2, 3]))),
  sort: v.optional(v.picklist(['a', 'b'])),
})

test('a closed list of numbers is read from texts, each in its one spelling', () => {
  expect(readQuery(schema, { role: '3', roles: ['1', '2'], sort: 'a' })).toEqual({
    role: 3,
    roles: [1, 2],
    sort: 'a',
  })
  for (const role of ['03', '3.0', ' 3', '4', '', 'admin']) {
    expect(readQuery(schema, { role })).toEqual({ role })
    expect(v.safeParse(schema, readQuery(schema, { role })).success).toBe(false)
  }
})
