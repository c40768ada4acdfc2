/** Loads the fastest available kernel: WebAssembly with SIMD, otherwise plain TypeScript. */
import { readFileSync } from 'node:fs'
import type { Kernel } from '@koedana/catalogue/kernel/kernel.ts'
import { createSimdKernel } from '@koedana/catalogue/kernel/simd.ts'
import { typescriptKernel } from '@koedana/catalogue/kernel/typescript.ts'
import { type Arena, createArena } from '@koedana/catalogue/memory/arena.ts'
import type { KernelState } from '@koedana/contract/system-info.ts'

export interface LoadedKernel {
  readonly state: KernelState
  readonly over: (arena: Arena) => Kernel
}

export function loadKernel(file: URL): LoadedKernel {
  const bytes = read(file)
  if (!bytes) return fallbackKernel('missing')
  const module = compile(bytes)
  if (!module) return fallbackKernel('unusable')
  if (!createSimdKernel(module, createArena())) return fallbackKernel('stale')
  return { state: 'compiled', over: (arena) => createSimdKernel(module, arena) ?? typescriptKernel }
}

const fallbackKernel = (state: KernelState): LoadedKernel => ({ state, over: () => typescriptKernel })

function read(file: URL): Uint8Array<ArrayBuffer> | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Returns undefined if the file is corrupted, or if the machine's WebAssembly lacks a feature. */
function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(bytes)
  } catch {
    return undefined
  }
}

/** This file is created by the build. */
const builtFile = new URL('../../../../../catalogue/dist/kernel.wasm', import.meta.url)
let built: LoadedKernel | undefined

/** Returns the kernel, loaded once per process. */
export function builtKernel(): LoadedKernel {
  built ??= loadKernel(builtFile)
  return built
}

export const kernelOver = (arena: Arena): Kernel => builtKernel().over(arena)
