import { expect, test } from 'vitest'
import { nameColumns, type UserRow } from '../../domain/user.rules.ts'
import { columnsOf, endsSessions, refusalOfChange, refusalOfRemoval } from './users.rules.ts'

const row: UserRow = {
  key: 1,
  id: 'one',
  username: 'warden',
  username_key: 'warden',
  name_skeleton: null,
  name_skeleton_typed: null,
  name_skeleton_capital: null,
  password_hash: null,
  role: 3,
  status: 'active',
  age_restriction: 'all',
  policy: 'moderate',
  age_filter_mode: 'no_limit',
  filter_defaults: '',
  last_login_at: null,
  last_login_ip: null,
  last_seen_at: '',
  created_at: '',
  updated_at: '',
}
const alone = { row, otherAdministrators: 0, isOwn: false }

test('an administrator who is disabled is not the last one', () => {
  const disabled = { ...alone, row: { ...row, status: 'disabled' as const } }
  expect(refusalOfRemoval(alone)?.code).toBe('lastAdministrator')
  expect(refusalOfRemoval(disabled)).toBeUndefined()
  expect(refusalOfChange(disabled, { role: 1 })).toBeUndefined()
})

test('the last administrator may be changed in all but role and status', () => {
  const change = { username: 'keeper', role: 3, ageRestriction: 'r18', status: 'active' } as const
  expect(refusalOfChange(alone, change)).toBeUndefined()
  expect(refusalOfChange(alone, { username: 'keeper' })).toBeUndefined()
  expect(refusalOfChange(alone, { role: 1 })?.code).toBe('lastAdministrator')
  expect(refusalOfChange(alone, { status: 'disabled' })?.code).toBe('lastAdministrator')
})

test('nobody becomes a guest, and a guest may be said to be one', () => {
  const several = { ...alone, otherAdministrators: 1 }
  expect(refusalOfChange(several, { role: 2 })?.code).toBe('malformed')
  expect(refusalOfChange({ ...several, row: { ...row, role: 2 } }, { role: 2 })).toBeUndefined()
})

test('only what opens or closes something ends sessions', () => {
  expect(endsSessions(row, { username: 'x', role: 3, status: 'active', ageRestriction: 'all' })).toBe(false)
  expect(endsSessions(row, { ageRestriction: 'r15' })).toBe(true)
  expect(endsSessions(row, { password: 'the same or not' })).toBe(true)
})

test('what is absent is not written', () => {
  expect(columnsOf({ role: 1 }, { passwordHash: undefined, at: 'now' })).toEqual({
    role: 1,
    updated_at: 'now',
  })
})

test('an administrator locks themselves out by no change of status, whoever else is there', () => {
  const own = { row, otherAdministrators: 1, isOwn: true }
  const refusal = { code: 'refused', fields: { 'body.status': 'ownAccount' } }
  expect(refusalOfChange(own, { status: 'disabled' })).toEqual(refusal)
  // The other administrator can undo a demotion, and any change by a colleague.
  expect(refusalOfChange(own, { role: 1 })).toBeUndefined()
  expect(refusalOfChange(own, { role: 1, status: 'disabled' })).toEqual(refusal)
  expect(refusalOfChange({ ...own, isOwn: false }, { status: 'disabled' })).toBeUndefined()
})

test('whoever is no administrator may be changed and removed, but nobody removes themselves', () => {
  const member = { row: { ...row, role: 1 as const }, otherAdministrators: 0, isOwn: false }
  expect(refusalOfChange(member, { status: 'disabled' })).toBeUndefined()
  expect(refusalOfRemoval(member)).toBeUndefined()
  expect(refusalOfRemoval({ row, otherAdministrators: 1, isOwn: false })).toBeUndefined()
  expect(refusalOfRemoval({ row, otherAdministrators: 1, isOwn: true })).toEqual({
    code: 'refused',
    fields: { 'params.id': 'ownAccount' },
  })
})

test('a refusal names the field it is about', () => {
  expect(refusalOfChange(alone, { role: 2 })).toEqual({
    code: 'malformed',
    fields: { 'body.role': 'valueUnknown' },
  })
})

test.each([{ role: 1 }, { status: 'disabled' }, { ageRestriction: 'r18' }, { password: '' }] as const)(
  '%j alone ends the sessions',
  (change) => {
    expect(endsSessions(row, change)).toBe(true)
  },
)

test.each([{}, { username: 'x' }, { role: 3 }, { status: 'active' }, { ageRestriction: 'all' }] as const)(
  '%j ends none',
  (change) => {
    expect(endsSessions(row, change)).toBe(false)
  },
)

test('what is there is written, the name with all that is derived from it', () => {
  const change = { username: 'Keeper', ageRestriction: 'r15', status: 'disabled' } as const
  expect(columnsOf(change, { passwordHash: 'hash', at: 'now' })).toEqual({
    ...nameColumns('Keeper'),
    password_hash: 'hash',
    age_restriction: 'r15',
    status: 'disabled',
    updated_at: 'now',
  })
})
