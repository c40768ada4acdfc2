import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { createTestLibrary, type TestLibrary } from '../../../library/testing/library.ts'
import { cleanedAt, createCleanData, dump } from './testing/clean-fixtures.ts'
import { type CleanResult, runClean } from './testing/run-clean.ts'

type Wishes = { readonly dryRun: boolean; readonly killedAfter?: number; readonly from?: unknown }

eachEngine((engine) => {
  async function withLibrary<T>(act: (library: TestLibrary) => Promise<T>): Promise<T> {
    const database = await engine.open()
    const library = createTestLibrary(database)
    try {
      await createCleanData(library)
      return await act(library)
    } finally {
      library.remove()
      await database.close()
    }
  }

  const clean = ({ database, coversFolder }: TestLibrary, wishes: Wishes) =>
    runClean({ database, coversFolder, at: cleanedAt, ...wishes })

  /** Only the roots of test libraries may differ. */
  const isRooted = (text: string, { root }: TestLibrary) => text.replaceAll(root, '')
  const itemsOf = (runs: readonly CleanResult[], library: TestLibrary) =>
    isRooted(JSON.stringify(runs.flatMap(({ items }) => items)), library)

  test.each([true, false])(
    'killed again and again and taken up again, it does what it does otherwise (dry: %s)',
    async (dryRun) => {
      const whole = await withLibrary(async (library) => {
        const run = await clean(library, { dryRun })
        const after = isRooted(await dump(library), library)
        return { steps: run.steps, items: itemsOf([run], library), after }
      })
      await withLibrary(async (library) => {
        const runs = [await clean(library, { dryRun, killedAfter: 0 })]
        for (let last = runs.at(-1); last?.isEnded; last = runs.at(-1)) {
          expect(runs.length).toBeLessThan(whole.steps * 2)
          // The first step only records the phase, so a run needs two steps to make progress.
          runs.push(await clean(library, { dryRun, killedAfter: 2, from: last.checkpoint }))
        }
        expect(runs.length).toBeGreaterThan(whole.steps / 2)
        expect(itemsOf(runs, library)).toBe(whole.items)
        expect(isRooted(await dump(library), library)).toBe(whole.after)
        expect(existsSync(join(library.coversFolder, 'RJ900003'))).toBe(dryRun)
      })
    },
  )

  test('killed between a step and what follows it on the disk, the covers go when it is taken up again', async () => {
    await withLibrary(async (library) => {
      const run = await clean(library, { dryRun: false })
      // The last checkpoint of the trash phase, and a cover that was not removed yet.
      const state = { places: ['work 0100900003'] }
      mkdirSync(join(library.coversFolder, 'RJ900003'), { recursive: true })
      await clean(library, { dryRun: false, from: { phase: 'trash', state, counted: run.steps } })
      expect(existsSync(join(library.coversFolder, 'RJ900003'))).toBe(false)
    })
  })
})
