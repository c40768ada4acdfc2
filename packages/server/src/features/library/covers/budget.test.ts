import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'

const total = 10

test('never more is spent than there is, and everybody has their turn in the order of asking', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 20 }),
      fc.scheduler(),
      async (amounts, scheduler) => {
        const budget = createBudget(total)
        const started: number[] = []
        let spent = 0
        const acts = amounts.map((amount, at) =>
          budget.spend(amount, async () => {
            started.push(at)
            spent += Math.min(amount, total)
            expect(spent).toBeLessThanOrEqual(total)
            await scheduler.schedule(Promise.resolve())
            spent -= Math.min(amount, total)
          }),
        )
        await scheduler.waitFor(Promise.all(acts))
        expect(started).toEqual(amounts.map((_, at) => at))
      },
    ),
    { numRuns: 50 },
  ))

test('what fails gives back what it had', async () => {
  const budget = createBudget(1)
  await expect(budget.spend(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await budget.spend(1, () => Promise.resolve('next'))).toBe('next')
})
