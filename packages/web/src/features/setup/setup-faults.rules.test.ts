import { expect, test } from 'vitest'
import { firstStepWithFault, readFaults } from './setup-faults.rules.ts'

test('what is wrong leads back to the first step that has it', () => {
  const folder = readFaults({ 'body.folders.1.path': 'folderOurs' })
  expect(folder).toEqual({ account: {}, folder: { at: 1, message: 'folderOurs' } })
  expect(firstStepWithFault(folder)).toBe('folders')
  const both = readFaults({ 'body.username': 'usernameTaken', 'body.folders.0.path': 'folderUnreadable' })
  expect(both.account).toEqual({ username: 'usernameTaken' })
  expect(firstStepWithFault(both)).toBe('account')
  expect(firstStepWithFault(readFaults({ 'query.path': 'folderUnreadable' }))).toBeUndefined()
})
