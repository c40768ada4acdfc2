import { expect, test } from 'vitest'
import { createAdmissionFilter } from './admission-filter.ts'

test('a request passes from the second time on, until too many others came', () => {
  const passes = createAdmissionFilter()
  expect([passes('mine'), passes('mine'), passes('mine')]).toEqual([false, true, true])
  for (let n = 0; n < 1_000_000; n++) passes(`other ${n}`)
  expect(passes('mine')).toBe(false)
  expect(passes('mine')).toBe(true)
})
