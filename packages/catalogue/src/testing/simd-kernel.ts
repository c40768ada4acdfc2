/** The kernel that the build made; tests must not pass without it. */
import { readFileSync } from 'node:fs'
import type { Kernel } from '../kernel/kernel.ts'
import { createSimdKernel } from '../kernel/simd.ts'
import type { Arena } from '../memory/arena.ts'

export const kernelBytes = readFileSync(new URL('../../dist/kernel.wasm', import.meta.url))
const module = new WebAssembly.Module(kernelBytes)

export function simdKernel(arena: Arena): Kernel {
  const kernel = createSimdKernel(module, arena)
  if (!kernel) throw new Error('the kernel does not run here')
  return kernel
}
