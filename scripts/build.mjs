/** Builds what is made of sources when they have changed: the browser's files, held to their budgets, and the kernel. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const web = join(root, 'packages', 'web')
const stampFile = join(web, 'dist', '.stamp')
const sources = [web, join(root, 'packages', 'contract', 'src'), join(root, 'package-lock.json')]
const skipped = new Set(['dist', 'node_modules', '.vite'])

const assembly = join(root, 'packages', 'catalogue', 'assembly')
const kernelFolder = join(root, 'packages', 'catalogue', 'dist')

/** `dist/kernel.wasm` of the catalogue, a few kilobytes; without it the index falls back to TypeScript. */
export async function buildKernel() {
  const wasm = join(kernelFolder, 'kernel.wasm')
  const changed = Math.max(...filesBelow(assembly).map((file) => statSync(file).mtimeMs))
  if (existsSync(wasm) && statSync(wasm).mtimeMs > changed) return
  mkdirSync(kernelFolder, { recursive: true })
  const features = ['--enable', 'simd,bulk-memory,threads', '--importMemory', '--sharedMemory']
  const pages = ['--initialMemory', '1', '--maximumMemory', '65536']
  const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js')
  const options = ['-O3', '--runtime', 'stub', '--noAssert', ...features, ...pages]
  await run(process.execPath, [compiler, join(assembly, 'kernel.ts'), '-o', wasm, ...options], { cwd: root })
}

export async function buildWeb() {
  const stamp = fingerprint()
  if (readStamp() === stamp) return
  console.error('Building the web client …')
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: web,
  })
  await run(process.execPath, ['budgets.ts'], { cwd: web })
  writeFileSync(stampFile, stamp)
}

/** Of every source's path and content, so that a fresh checkout of the same sources needs no build. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of sources.flatMap(filesBelow).sort()) {
    hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .flatMap((name) => filesBelow(join(path, name)))
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}
