/** Users choose their exclusions freely, so there can be any number of different viewers. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCatalogue } from './catalogue.ts'
import { openFilter, type Viewer } from './model/query.ts'
import { workRows } from './testing/arbitraries.ts'
import { catalogueOf, generationOf } from './testing/generation-of.ts'

const subsets = Array.from({ length: 31 }, (_, n) =>
  [1, 2, 3, 4, 5].filter((key) => (n + 1) & (1 << (key - 1))),
)
const viewers: readonly Viewer[] = subsets.flatMap((makers) =>
  subsets.map((genres) => ({
    ages: 0b1110,
    locale: 'en-US' as const,
    excluded: [
      { kind: 'makers' as const, keys: makers },
      { kind: 'genres' as const, keys: genres },
    ],
  })),
)
const [firstViewer] = viewers
const rows = fc.sample(workRows, { numRuns: 1, seed: 14 }).flat()

test('the memory of masks and counts is bounded, and results stay right, however many viewers come', () => {
  if (!firstViewer) throw new Error('no viewer')
  const { generation, arena } = generationOf(rows)
  const catalogue = createCatalogue({ generation, arena })
  const fresh = catalogueOf(rows)
  const counts = catalogue.countEntities('makers', firstViewer)
  let used = 0
  viewers.forEach((viewer, nth) => {
    expect(catalogue.countEntities('makers', viewer)).toEqual(fresh.countEntities('makers', viewer))
    expect(catalogue.countEntities('makers', firstViewer)).toBe(counts)
    if (nth === 100) used = arena.used()
  })
  expect(arena.used()).toBe(used)
  for (const viewer of viewers.slice(0, 100)) {
    expect(catalogue.count(openFilter, viewer)).toBe(catalogueOf(rows).count(openFilter, viewer))
  }
})

test('what is counted in steps is what is counted at once, whatever else is counted in between', () => {
  const counting = catalogueOf(rows)
  const fresh = catalogueOf(rows)
  for (const viewer of viewers.slice(0, 40)) {
    const steps = counting.countBothInSteps('genres', viewer)
    let step = steps.next()
    for (let at = 0; !step.done; step = steps.next(), at++) {
      const other = viewers[(at * 7) % viewers.length] ?? viewer
      expect(counting.countOwned('genres', other)).toEqual(fresh.countOwned('genres', other))
    }
    const { all, owned } = step.value
    expect(all).toEqual(fresh.countEntities('genres', viewer))
    expect(owned).toEqual(fresh.countOwned('genres', viewer))
    expect(counting.countOwned('genres', viewer)).toBe(owned)
    // Cached counts need no further steps.
    expect(counting.countBothInSteps('genres', viewer).next()).toEqual({ done: true, value: { all, owned } })
  }
})
