import { roleOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { endedAges, endedAgesOfAccount } from './ended-cover-links.rules.ts'

const adult = { role: roleOf.general, status: 'active', age_restriction: 'r18' } as const
const guest = { ...adult, role: roleOf.guest }

test.each([
  ['is removed', adult, undefined, 'all', ['r15', 'r18']],
  ['is disabled', adult, { ...adult, status: 'disabled' }, 'all', ['r15', 'r18']],
  ['may see less', adult, { ...adult, age_restriction: 'r15' }, 'all', ['r18']],
  ['may see more', { ...adult, age_restriction: 'r15' }, adult, 'all', []],
  ['stays as it was', adult, { ...adult, role: roleOf.admin }, 'all', []],
  ['saw no more than visitors', adult, undefined, 'r18', []],
  ['saw some more than visitors', adult, undefined, 'r15', ['r18']],
  ['was disabled before', { ...adult, status: 'disabled' }, undefined, 'all', []],
  ['was a guest', guest, undefined, 'all', []],
] as const)('an account that %s', (...[, before, after, visitorCeiling, ended]) => {
  expect(endedAgesOfAccount(before, after, visitorCeiling)).toEqual(ended)
})

test('a ceiling ends what lies between it and the one before', () => {
  expect(endedAges('r18', 'all')).toEqual(['r15', 'r18'])
  expect(endedAges('all', 'r18')).toEqual([])
  expect(endedAges('r15', 'r15')).toEqual([])
})
