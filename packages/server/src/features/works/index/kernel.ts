/** The fastest kernel this machine has: WebAssembly with SIMD, else plain TypeScript. */
import { readFileSync } from 'node:fs'
import type { Kernel } from '@koedana/catalogue/kernel/kernel.ts'
import { createSimdKernel } from '@koedana/catalogue/kernel/simd.ts'
import { typescriptKernel } from '@koedana/catalogue/kernel/typescript.ts'
import type { Arena } from '@koedana/catalogue/memory/arena.ts'

/** For arrays of this arena. */
export function kernelOver(arena: Arena): Kernel {
  compiled ??= { module: compile() }
  return (compiled.module && createSimdKernel(compiled.module, arena)) ?? typescriptKernel
}

/** Made by the build. */
const wasmFile = new URL('../../../../../catalogue/dist/kernel.wasm', import.meta.url)

let compiled: { module: WebAssembly.Module | undefined } | undefined

/** Undefined where it was not built, or the machine's WebAssembly lacks something. */
function compile(): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(readFileSync(wasmFile))
  } catch {
    return undefined
  }
}
