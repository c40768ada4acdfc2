import type { TaskOutcome } from '@koedana/contract/tasks.ts'
import { expect, test } from 'vitest'
import { addOutcome, countsBetween, emptyTally, summed } from './tally.rules.ts'

/** Returns the summary of one work after these outcomes, each reported by its own step. */
function after(...outcomes: readonly TaskOutcome[]) {
  let tally = emptyTally
  const steps = outcomes.map((outcome) => {
    const next = addOutcome(tally, outcome)
    const counts = countsBetween(tally, next)
    tally = next
    return counts
  })
  return Object.fromEntries(Object.entries(summed(steps)).filter(([, count]) => count !== 0))
}

test('a work counts once, by the strongest of what was done with it', () => {
  expect(after('added', 'updated', 'unchanged')).toEqual({ added: 1 })
  expect(after('unchanged', 'updated', 'updated')).toEqual({ updated: 1 })
  expect(after('unchanged', 'unchanged')).toEqual({ unchanged: 1 })
})

test('what kept it from being done is reported beside it, the worst of it once', () => {
  expect(after('added', 'failed', 'failed')).toEqual({ added: 1, failed: 1 })
  expect(after('skipped', 'notFound', 'failed', 'updated')).toEqual({ updated: 1, failed: 1 })
})
