/**
 * Tests the mutants of one source: `node scripts/mutate-file.ts <source> <first mutant> <test>…`. All run in the same Vitest, which loads
 * the source with the fault. Prints a line of JSON for each: `{ at, isKilled }`.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { mutantsOf } from './mutants.ts'

const [file = '', first = '0', ...tests] = process.argv.slice(2)
const path = resolve(file)
const source = readFileSync(path, 'utf8')
let current = source

const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: false,
    // The cache identifies a source by its text on disk, so it would miss the fault.
    fsModuleCache: false,
    root: process.cwd(),
    include: tests,
    globalSetup: [join('packages', 'server', 'src', 'testing', 'sqlite.setup.ts')],
    // Tests run on SQLite only: the engine does not affect these decisions.
    provide: { postgresUrl: undefined },
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    testTimeout: 120_000,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id: string) => (id.split('?')[0] === path ? current : undefined),
      },
    ],
  },
)
if (await fails(vitest)) report(-1, false)
else {
  report(-1, true)
  for (const [at, mutant] of mutantsOf(source, path).entries()) {
    if (at < Number(first)) continue
    current = mutant.source
    report(at, await fails(vitest))
  }
}
process.exit()

async function fails(tried: Vitest): Promise<boolean> {
  tried.invalidateFile(path)
  tried.state.clearErrors()
  const { testModules, unhandledErrors } = await tried.runTestSpecifications(
    await tried.globTestSpecifications(),
  )
  return testModules.some((tested) => !tested.ok()) || unhandledErrors.length > 0
}

/** Reports to the parent; -1 is the unchanged source. */
function report(at: number, isKilled: boolean): void {
  process.stdout.write(`${JSON.stringify({ at, isKilled })}\n`)
}
