/** Builds the web client and the kernel if their sources have changed. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf } from './fingerprint.mjs'
import { exitCodeOf, root, run } from './run.mjs'

const web = join(root, 'packages', 'web')
const stampFile = join(web, 'dist', '.stamp')
const sources = [
  web,
  join(root, 'packages', 'contract', 'src'),
  join(root, 'package-lock.json'),
  join(root, 'licenses'),
]

const assembly = join(root, 'packages', 'catalogue', 'assembly')
const kernelFolder = join(root, 'packages', 'catalogue', 'dist')
const kernelStampFile = join(kernelFolder, '.stamp')
const compiler = join(root, 'node_modules', 'assemblyscript')
/** Includes the layout: a kernel compiled for another layout is not used. */
const kernelSources = [
  assembly,
  join(root, 'packages', 'catalogue', 'src', 'kernel', 'layout.ts'),
  join(root, 'scripts', 'build.mjs'),
  join(compiler, 'package.json'),
]

/** Builds the catalog's `dist/kernel.wasm`, a few kilobytes; without it the index falls back to TypeScript. */
export async function buildKernel() {
  const wasm = join(kernelFolder, 'kernel.wasm')
  const stamp = fingerprintOf(root, kernelSources)
  if (existsSync(wasm) && readStamp(kernelStampFile) === stamp) return
  mkdirSync(kernelFolder, { recursive: true })
  const features = ['--enable', 'simd,bulk-memory,threads', '--importMemory', '--sharedMemory']
  const pages = ['--initialMemory', '1', '--maximumMemory', '65536']
  const options = ['-O3', '--runtime', 'stub', '--noAssert', ...features, ...pages]
  // Concurrent readers get the old or the new file, never a partial one.
  const made = join(kernelFolder, `kernel-${process.pid}.wasm`)
  const command = [join(compiler, 'bin', 'asc.js'), join(assembly, 'kernel.ts'), '-o', made, ...options]
  await run(process.execPath, command, { cwd: root })
  renameSync(made, wasm)
  writeFileSync(kernelStampFile, stamp)
}

export async function buildWeb() {
  const stamp = fingerprintOf(root, sources)
  if (readStamp(stampFile) === stamp) return
  console.error('Building the web client …')
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: web,
  })
  writeFileSync(stampFile, stamp)
}

/**
 * Returns whether the built client is within its size budgets, which are printed. Budgets are for developers: a server starts regardless.
 */
export const holdsBudgets = async () =>
  (await exitCodeOf(process.execPath, ['budgets.ts'], { cwd: web })) === 0

function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
