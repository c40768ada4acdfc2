/** The checks that need no running program, fastest failure first. Each prints one line. */
import { join } from 'node:path'
import { exitCodeOf, exitCodeWithOutput, root } from './run.mjs'

const bin = (name, file) => join(root, 'node_modules', name, file)
const node = (...args) => [process.execPath, args]

const checks = {
  biome: node(bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings'),
  'types (server side)': node(bin('typescript', 'bin/tsc'), '-p', '.'),
  'types (web)': node(bin('typescript', 'bin/tsc'), '-p', 'packages/web'),
  'types (service worker)': node(bin('typescript', 'bin/tsc'), '-p', 'packages/web/src/service-worker'),
  arrows: node('scripts/arrows.ts'),
  'unused code': node(bin('knip', 'bin/knip.js'), '--no-progress'),
  wording: node('scripts/words.ts'),
  "the kernel's layout": node('scripts/kernel-layout.ts', 'check'),
  'docs/openapi.json': node('scripts/openapi.ts', 'check'),
}

/**
 * Runs the checks one after another and returns which failed. With `isBeside`, the output of each check is printed at once, because another
 * program prints concurrently.
 */
export async function runChecks({ isBeside = false } = {}) {
  const runCheck = isBeside ? exitCodeWithOutput : exitCodeOf
  const failed = []
  for (const [name, [command, args]] of Object.entries(checks)) {
    const code = await runCheck(command, args)
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) failed.push(name)
  }
  return { passed: Object.keys(checks).length - failed.length, failed }
}

export async function check() {
  const { failed } = await runChecks()
  if (failed.length > 0) process.exit(1)
}
