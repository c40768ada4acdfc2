import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Username } from './credentials.ts'

test.each(['\u0301\u0301\u0301', '\u0301abc', '\u20dd\u20dd\u20dd', '---', '._.'])(
  'a name of marks or signs alone, or that begins with a mark, is none: %j',
  (name) => expect(v.safeParse(Username, name).issues?.[0].message).toBe('usernameCharacters'),
)

test.each(['haruka', 'はるか', 'e\u0301milie', 'किरण', '123', '_ab'])('%j is a name', (name) =>
  expect(v.safeParse(Username, name).success).toBe(true),
)
