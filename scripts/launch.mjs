/**
 * The launcher of every `npm run`: ensures Node 24, installed packages and a fresh build, then runs the task.
 * Plain JavaScript without dependencies, because it runs before anything is installed, also on Node 20.
 */
import { join } from 'node:path'
import { buildKernel, buildWeb } from './build.mjs'
import { installPackages } from './install.mjs'
import { ensureNode24 } from './node24.mjs'
import { root, run } from './run.mjs'
import { serverEnvironment, serverFlags } from './server-process.mjs'

const tasks = {
  start: async (args) => {
    await buildKernel()
    await buildWeb()
    const env = { ...serverEnvironment, ...process.env }
    await run(process.execPath, [...serverFlags, 'packages/server/src/main.ts', 'serve', ...args], { env })
  },
  demo: async (args) => {
    await buildKernel()
    await buildWeb()
    await run(process.execPath, ['scripts/demo.ts', ...args])
  },
  koedana: (args) => run(process.execPath, ['packages/server/src/main.ts', ...args]),
  pack: (args) => run(process.execPath, ['--no-warnings', 'scripts/pack.ts', ...args]),
  dev: async (args) => {
    const { dev } = await import('./dev.mjs')
    await dev(args)
  },
  check: async () => {
    const { check } = await import('./check.mjs')
    await check()
  },
  test: async (args) => {
    const { test } = await import('./test.mjs')
    await test(args)
  },
  gallery: async (args) => {
    await buildKernel()
    await buildWeb()
    const { findChromium } = await import('./chromium.mjs')
    process.env.CHROMIUM_PATH = findChromium().path
    await run(process.execPath, ['e2e/gallery.ts', ...args])
  },
  'bench-browser': async ([name, ...args]) => {
    await buildKernel()
    await buildWeb()
    const { findChromium } = await import('./chromium.mjs')
    process.env.CHROMIUM_PATH = findChromium().path
    await run(process.execPath, [`bench/${name}.ts`, ...args])
  },
  docs: () => run(process.execPath, ['--no-warnings', 'scripts/docs.ts']),
  words: (args) => run(process.execPath, ['scripts/words.ts', ...args]),
  mutate: async (args) => {
    await buildKernel()
    await run(process.execPath, ['scripts/mutate.ts', ...args])
  },
  simulate: async (args) => {
    await buildKernel()
    const { simulate } = await import('./test.mjs')
    await simulate(args)
  },
  'kernel-layout': () => run(process.execPath, ['scripts/kernel-layout.ts', 'write']),
  openapi: () => run(process.execPath, ['scripts/openapi.ts', 'write']),
  bench: async ([name, ...args]) => {
    await buildKernel()
    await run(process.execPath, ['--expose-gc', `bench/${name}.ts`, ...args])
  },
}

/** Commands that need no development packages. */
const running = new Set(['start', 'demo', 'koedana', 'pack'])

const [name = '', ...args] = process.argv.slice(2)
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
if (!task) {
  console.error(`Unknown task "${name}". Known: ${Object.keys(tasks).join(', ')}.`)
  process.exit(1)
}
process.chdir(root)
// The compile cache makes later starts faster, and they need not load the type stripper.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
await ensureNode24()
await installPackages({ forDevelopment: !running.has(name) })
await task(args)
