import { roleOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { emptyReasonOf, type ViewerSituation } from './empty-reason.rules.ts'

const visitor: ViewerSituation = {
  isHidden: false,
  policy: 'moderate',
  ageFilterMode: 'no_limit',
  role: undefined,
  needsSetup: false,
  visitorCeiling: 'all',
}

test('own settings come first, and those that leave nothing before those that hide something', () => {
  expect(emptyReasonOf({ ...visitor, isHidden: true, needsSetup: true })).toBe('settings')
  expect(emptyReasonOf({ ...visitor, policy: 'strict', ageFilterMode: 'adults_only' })).toBe('contradiction')
  expect(emptyReasonOf({ ...visitor, policy: 'strict', isHidden: true, role: roleOf.admin })).toBe('settings')
})

test('only an administrator is shown how to fill the shelf', () => {
  const roles = [undefined, roleOf.general, roleOf.guest, roleOf.admin]
  expect(roles.map((role) => emptyReasonOf({ ...visitor, role }))).toEqual([
    'login',
    'nothing',
    'account',
    'shelf',
  ])
})

test('nobody is sent to the login who could see no more there', () => {
  const open = { ...visitor, visitorCeiling: 'r18' } as const
  expect([undefined, roleOf.guest].map((role) => emptyReasonOf({ ...open, role }))).toEqual([
    'nothing',
    'nothing',
  ])
})

test('as long as nobody looks after the server, that is what is shown', () => {
  expect(emptyReasonOf({ ...visitor, needsSetup: true })).toBe('setup')
  expect(emptyReasonOf({ ...visitor, needsSetup: true, role: roleOf.guest })).toBe('setup')
})
