import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultOidc } from '../../domain/oidc.rules.ts'
import { type Claims, valuesAt, verifiedPersonOf } from './claims.rules.ts'

const of = (claims: Claims, rules = {}) =>
  verifiedPersonOf('https://id.example', claims, { ...defaultOidc, ...rules })

test.each([
  [{ roles: ['a', 'b'] }, 'roles', ['a', 'b']],
  [{ roles: 'a b' }, 'roles', ['a b']],
  [{ adult: true, level: 3 }, 'adult', ['true']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://x.example/roles': ['a'] }, 'https://x.example/roles', ['a']],
  [{ roles: { a: 1 } }, 'roles', []],
  [{ roles: null }, 'roles', []],
  [{}, 'constructor.name', []],
  [{}, '__proto__', []],
  [{ roles: ['a'] }, '', []],
  [{ roles: ['a'] }, 'roles.length', []],
])('of %j, %s holds %j', (claims, path, values) => {
  expect(valuesAt(claims, path)).toEqual(values)
})

test('names for an account are those that accounts can have', () => {
  expect(
    of({ sub: 'x', preferred_username: 'Haruka Mori', email: 'h.m@x.example', email_verified: true }),
  ).toMatchObject({
    name: 'Haruka Mori',
    username: undefined,
    wantedNames: ['Haruka-Mori', 'h.m'],
    email: 'h.m@x.example',
  })
  expect(of({ sub: 'x', preferred_username: 'haruka@x.example' })?.wantedNames).toEqual(['haruka'])
  expect(of({ sub: 'x', preferred_username: '\u202Eab<b>', name: '声' })).toMatchObject({
    name: 'ab<b>',
    wantedNames: ['abb'],
  })
  expect(of({ sub: 'x', preferred_username: 7, name: null })).toMatchObject({ name: 'x', wantedNames: [] })
})

test('an address is theirs if the provider says so to the letter', () => {
  const email = 'A@x.example'
  expect(of({ sub: 'x', email, email_verified: true })?.email).toBe('a@x.example')
  for (const email_verified of ['true', 1, undefined, null, false])
    expect(of({ sub: 'x', email, email_verified })?.email).toBeNull()
  for (const wrong of ['a@b@c', 'a b@c', '@c', 'a@', 3])
    expect(of({ sub: 'x', email: wrong, email_verified: true })?.email).toBeNull()
})

test('roles and ceilings are given by none but the values that are named', () => {
  const rules = {
    roleClaim: 'groups',
    adminValues: ['admins'],
    memberValues: ['shelf'],
    ceilingClaim: 'ages',
    r15Values: ['15'],
    r18Values: ['18'],
  }
  const rightsOf = (claims: Claims) => {
    const { isAllowed, role, ceiling } = of({ sub: 'x', ...claims }, rules) ?? {}
    return [isAllowed, role, ceiling]
  }
  expect(rightsOf({ groups: ['admins'], ages: [15, '18'] })).toEqual([true, 3, 'r18'])
  expect(rightsOf({ groups: ['shelf'], ages: 15 })).toEqual([true, 1, 'r15'])
  expect(rightsOf({ groups: ['Admins', 'shelf '], ages: 'r18' })).toEqual([false, 1, 'all'])
  expect(rightsOf({})).toEqual([false, 1, 'all'])
})

test('without rules the provider has no say in rights', () => {
  expect(of({ sub: 'x', groups: ['admins'] })).toMatchObject({
    isAllowed: true,
    role: undefined,
    ceiling: undefined,
  })
  expect(of({ sub: 'x' }, { roleClaim: 'groups' })).toMatchObject({ isAllowed: true, role: undefined })
})

test('whatever a provider says, names fit where they are stored and nobody comes without a subject', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('sub', 'name', 'preferred_username', 'email', 'nickname'),
        fc.jsonValue(),
      ),
      (claims) => {
        const vouched = of(claims)
        if (typeof claims.sub !== 'string' || claims.sub === '') expect(vouched).toBeUndefined()
        if (!vouched) return
        expect(vouched.name).not.toMatch(/\p{Cc}/u)
        expect([...vouched.name].length).toBeLessThanOrEqual(100)
        for (const name of vouched.wantedNames) expect(name).toMatch(/^[\p{L}\p{M}\p{N}_.-]{3,27}$/u)
      },
    ),
  )
})
