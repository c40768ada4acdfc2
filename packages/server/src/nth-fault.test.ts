// @module-tag large
/**
 * The n-th statement or file operation fails during an import, scan, clean, backup, restore or migration. The caller must get
 * exactly that error, the remaining data must be consistent, and the next run must give the same result as a run without a fault.
 * `FAULTS=all` tries every n, which takes half an hour; otherwise a spread sample is tried.
 */
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { type Engine, eachEngine } from './testing/engines.ts'
import { removePrepared } from './testing/faulted-operation-folders.ts'
import { type FaultedOperation, faultedOperations, type OpenOperation } from './testing/faulted-operations.ts'
import { type Failing, faultMessage, withNthFault } from './testing/nth-fault.ts'

const most = process.env.FAULTS === 'all' ? Number.POSITIVE_INFINITY : runCount(15)
const secondsForOne = most === Number.POSITIVE_INFINITY ? 3_600 : 180

afterAll(removePrepared)

eachEngine((engine) => {
  const kinds: readonly Failing[] =
    engine.name === 'sqlite' ? ['statement', 'file'] : ['statement', 'lost response', 'file']
  describe.each(kinds)('each %s fails once', (failing) => {
    test.each(Object.entries(faultedOperations))(
      '%s',
      { timeout: secondsForOne * 1_000 },
      async (_, open) => {
        const { count, wanted } = await runWithoutFault(open, engine, failing)
        for (const n of sampleNumbers(count)) await disturbed(open, engine, { failing, n, wanted })
      },
    )
  })
})

/** Returns a sample of the numbers from 1 to `count`, including the first and the last. */
function sampleNumbers(count: number): number[] {
  const tried = Math.min(count, most)
  const at = (i: number) => (tried < 2 ? 1 : 1 + Math.round((i * (count - 1)) / (tried - 1)))
  return Array.from({ length: tried }, (_, i) => at(i))
}

async function runWithoutFault(open: OpenOperation, engine: Engine, failing: Failing) {
  return within(open, engine, async ({ act, left }) => {
    const { count, thrown } = await withNthFault({ failing }, act)
    expect(thrown).toBeUndefined()
    await act()
    return { count, wanted: await left() }
  })
}

interface Disturbance {
  readonly failing: Failing
  readonly n: number
  readonly wanted: unknown
}

async function disturbed(
  open: OpenOperation,
  engine: Engine,
  { failing, n, wanted }: Disturbance,
): Promise<void> {
  await within(open, engine, async ({ act, isWhole, left }) => {
    const { thrown } = await withNthFault({ failing, n }, act)
    if (thrown !== undefined) expect(wordsOf(thrown), `of the ${n}th`).toContain(faultMessage)
    await isWhole?.()
    await act()
    expect(await left(), `after the ${n}th had failed`).toEqual(wanted)
  })
}

async function within<T>(
  open: OpenOperation,
  engine: Engine,
  run: (disturbed: FaultedOperation) => Promise<T>,
): Promise<T> {
  const opened = await open(engine)
  try {
    return await run(opened)
  } finally {
    await opened.close()
  }
}

function wordsOf(thrown: unknown): string {
  const words: string[] = []
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) words.push(cause.message)
  return words.join('\n')
}
