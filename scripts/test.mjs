/**
 * `npm test`: the checks and, beside them, both database engines, the browser journeys; ends with the count of all of them.
 * `npm test -- changed`: the checks, and of the tests those that import what differs from main.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildKernel, buildWeb } from './build.mjs'
import { runChecks } from './check.mjs'
import { findChromium } from './chromium.mjs'
import { exitCodeOf, root } from './run.mjs'

const resultFile = join(root, '.cache', 'vitest.json')

export async function test(args) {
  await buildKernel()
  await buildWeb()
  const chromium = findChromium()
  if (chromium.path) process.env.CHROMIUM_PATH = chromium.path
  else console.log(`- skipped: browser journeys (${chromium.missing})`)
  // Tests wait a part of their time: the checks have it.
  const checking = runChecks({ isBeside: true })
  const tests = await runVitest(args[0] === 'changed' ? [...sinceMain(), ...args.slice(1)] : args)
  const checks = await checking
  const missing = process.env.CI === 'true' && !chromium.path ? 1 : 0
  const failed = checks.failed.length + tests.failed + missing
  for (const name of checks.failed) console.log(`✗ check failed: ${name}`)
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`)
  process.exit(failed > 0 ? 1 : 0)
}

/** Finds what changed since main. What is not committed yet counts as well; if there is no main, only that. */
function sinceMain() {
  let base = 'main'
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', base], { cwd: root, stdio: 'ignore' })
  } catch {
    base = 'HEAD'
  }
  return ['--changed', base, '--passWithNoTests']
}

async function runVitest(args) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(resultFile, { force: true })
  const code = await exitCodeOf(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'scripts/flaky-reporter.ts')}`,
    `--outputFile.json=${resultFile}`,
    ...args,
  ])
  return count(code)
}

/** A run that fails beside its tests (a broken file, an unhandled error) counts as one more failure. */
function count(code) {
  try {
    const result = JSON.parse(readFileSync(resultFile, 'utf8'))
    const failed = Math.max(result.numFailedTests, code === 0 ? 0 : 1)
    return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
