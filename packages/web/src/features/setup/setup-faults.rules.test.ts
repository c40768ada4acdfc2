import { expect, test } from 'vitest'
import { readFaults, stepToMend } from './setup-faults.rules.ts'

test('what is wrong leads back to the first step that has it', () => {
  const folder = readFaults({ 'body.folders.1.path': 'folderOurs' })
  expect(folder).toEqual({ account: {}, folder: { at: 1, message: 'folderOurs' } })
  expect(stepToMend(folder)).toBe('folders')
  const both = readFaults({ 'body.username': 'usernameTaken', 'body.folders.0.path': 'folderUnreadable' })
  expect(both.account).toEqual({ username: 'usernameTaken' })
  expect(stepToMend(both)).toBe('account')
  expect(stepToMend(readFaults({ 'query.path': 'folderUnreadable' }))).toBeUndefined()
})
