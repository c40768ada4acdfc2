import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createArena } from '../memory/arena.ts'
import { createColumns } from './generation.ts'
import { writeLinks } from './links.ts'

/** Pages of works; each work is the list of its entities. */
const pages = fc.array(fc.array(fc.uniqueArray(fc.nat(50), { maxLength: 6 }), { maxLength: 5 }), {
  maxLength: 5,
})

test('each work has its entities in their order, however many stand on a page and in whatever order rows come', () => {
  fc.assert(
    fc.property(pages, fc.boolean(), (pagesOfWorks, isReversed) => {
      const works = pagesOfWorks.flat()
      const arena = createArena()
      const columns = createColumns(
        arena,
        Int32Array.from(works, (_, ordinal) => 10 * ordinal),
      )
      const writer = writeLinks(arena, columns)
      let start = 0
      for (const page of pagesOfWorks) {
        const rows = page.flatMap((entities, at) =>
          entities.map((entity, position) => ({ work: 10 * (start + at), entity, position })),
        )
        if (isReversed) rows.reverse()
        writer.add(start, start + page.length, {
          works: rows.map(({ work }) => work),
          entities: rows.map(({ entity }) => entity),
          positions: rows.map(({ position }) => position),
        })
        start += page.length
      }
      const { offsets, keys } = writer.finish()
      expect(works.map((_, at) => [...keys.subarray(offsets[at], offsets[at + 1])])).toEqual(works)
    }),
  )
})
