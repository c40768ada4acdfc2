import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.mjs'

/** Creates the parts of the package that its program needs, with entries that print how they were started. */
function packaged(): string {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-program-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of ['scripts', 'packages/server/src']) mkdirSync(join(folder, path), { recursive: true })
  for (const name of ['koedana.mjs', 'run.mjs', 'server-process.mjs'])
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  for (const [path, name] of [
    ['scripts/demo.js', 'demo'],
    ['packages/server/src/main.js', 'server'],
  ] as const)
    writeFileSync(
      join(folder, path),
      `console.log(['${name}', ...process.argv.slice(2)].join(' ')); process.exitCode = 3`,
    )
  return join(folder, 'scripts/koedana.mjs')
}

const run = (file: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })

test.each([
  [['demo', '--port', '1'], 'demo --port 1'],
  [['serve'], 'server serve'],
  [['scan', '/media', '--age', 'all'], 'server scan /media --age all'],
  [[], 'server'],
  [['constructor', 'x'], 'server constructor x'],
  [['__proto__'], 'server __proto__'],
])('the program of the package starts %j as it should', (args, started) => {
  const { stdout, status } = run(packaged(), ...args)
  expect([stdout.trim(), status]).toEqual([started, 3])
})

test.each(['constructor', '__proto__', 'nothing', ''])('%j is no task of the launcher', (name) => {
  const { stderr, status } = run(join(root, 'scripts/launch.mjs'), name)
  expect([stderr, status]).toEqual([expect.stringContaining(`Unknown task "${name}"`), 1])
})
