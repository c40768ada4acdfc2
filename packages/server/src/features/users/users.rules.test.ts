import { expect, test } from 'vitest'
import type { UserRow } from '../../domain/user.rules.ts'
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
