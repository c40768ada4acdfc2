/**
 * Runs `npm test`: the checks and, concurrently, tests on both database engines and browser tests; prints the total count. A tenth of
 * the large tests runs at a time; `npm test -- all` runs all of them, as in CI.
 * `npm test -- changed`: the checks, and the tests that import files that differ from main.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildKernel, buildWeb, holdsBudgets } from './build.mjs'
import { runChecks } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { exitCodeOf, root } from './run.mjs'
import { countOf, countTogether, filesToRunAgain, flakyLines } from './test-results.ts'
import { largeTests, leftOut, turnOf, turns, turnVariable } from './test-turns.ts'

const resultFile = join(root, '.cache', 'vitest.json')

export async function test(args) {
  await buildKernel()
  await buildWeb()
  const isSmall = await holdsBudgets()
  const chromium = findChromium()
  if (chromium.path) process.env.CHROMIUM_PATH = chromium.path
  else console.log(`- skipped: browser journeys (${chromium.missing})`)
  // The checks use the time in which tests wait.
  const checking = runChecks({ isBeside: true })
  const tests = await runTests(chosen(args))
  const checks = await checking
  const missing = process.env.CI === 'true' && !chromium.path ? 1 : 0
  if (!isSmall) checks.failed.push('budgets of the web client')
  const failed = checks.failed.length + tests.failed + missing
  for (const name of checks.failed) console.log(`✗ check failed: ${name}`)
  console.log(
    `${checks.passed + Number(isSmall) + tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`,
  )
  process.exit(failed > 0 ? 1 : 0)
}

/** `npm run simulate -- [--seeds N] [--from S] [--steps M]`: runs only `simulate.test.ts`, with the given seeds. */
export async function simulate(args) {
  const options = { seeds: { type: 'string' }, from: { type: 'string' }, steps: { type: 'string' } }
  const { values } = parseArgs({ args, options })
  for (const [name, value] of Object.entries(values)) process.env[`SIMULATE_${name.toUpperCase()}`] = value
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const code = await exitCodeOf(process.execPath, [vitest, 'run', 'packages/server/src/simulate.test.ts'])
  process.exit(code)
}

/** Returns Vitest's arguments; for a full run, the turn is passed in the environment. */
function chosen([word, ...others]) {
  if (word === 'changed') return [...sinceMain(), ...others]
  if (word === 'all') return others
  if (word === undefined && process.env.CI !== 'true') takeTurn()
  return word === undefined ? [] : [word, ...others]
}

function takeTurn() {
  const turn = process.env[turnVariable] ?? String(turnOf(new Date()))
  process.env[turnVariable] = turn
  const [large, left] = [largeTests(root).length, leftOut(root, process.env).length]
  console.log(
    `- large tests: turn ${Number(turn) + 1} of ${turns}, ${large - left} of ${large} files (\`npm test -- all\`)`,
  )
}

/** Returns arguments for files that changed since main, including uncommitted changes; without a main branch, only those. */
function sinceMain() {
  let base = 'main'
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', base], { cwd: root, stdio: 'ignore' })
  } catch {
    base = 'HEAD'
  }
  return ['--changed', base, '--passWithNoTests']
}

/**
 * With `RUN_FAILED_AGAIN`, failed files run once more separately, on their own server, without state of the first run. Tests that pass
 * only then are printed.
 */
async function runTests(args) {
  const first = await runVitest(args)
  if (!first.report) return { passed: 0, failed: 1, skipped: 0 }
  const files = process.env.RUN_FAILED_AGAIN ? filesToRunAgain(first.report, root) : []
  if (files.length === 0) return countOf(first.report, first.code)
  console.log(`once more: ${files.join(', ')}`)
  const again = await runVitest(files)
  if (!again.report) return countOf(first.report, first.code)
  for (const line of flakyLines(first.report, again.report, root)) console.log(line)
  return countTogether(first.report, again.report, again.code)
}

/** The report is undefined if Vitest wrote none. */
async function runVitest(args) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(resultFile, { force: true })
  const code = await exitCodeOf(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
    ...args,
  ])
  try {
    return { code, report: JSON.parse(readFileSync(resultFile, 'utf8')) }
  } catch {
    return { code }
  }
}
