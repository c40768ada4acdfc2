import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtKernel, loadKernel } from './kernel.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-kernel-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A valid module without the kernel's functions. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

async function loaded(bytes?: Uint8Array) {
  const file = join(folder, 'kernel.wasm')
  await rm(file, { force: true })
  if (bytes) await writeFile(file, bytes)
  return loadKernel(pathToFileURL(file))
}

test('the kernel that the build made is used', () => {
  expect(builtKernel().state).toBe('compiled')
  expect(builtKernel().over(createArena()).name).toBe('simd')
})

test.each([
  ['missing', undefined],
  ['stale', emptyModule],
  ['unusable', emptyModule.subarray(0, 6)],
])('one that is %s is reported, and TypeScript takes its place', async (state, bytes) => {
  const kernel = await loaded(bytes)
  expect(kernel.state).toBe(state)
  expect(kernel.over(createArena()).name).toBe('typescript')
})
