/**
 * Vite lists the imports of each lazy chunk, to load them in parallel; most lists are in the first load. This plugin removes files that are
 * loaded anyway before the chunk can be requested.
 */
import type { Plugin } from 'vite'
import { type Chunks, chunksOf, closure } from './chunks.ts'

/** This chunk is requested first on every page. */
const firstLazyChunk = '/src/app/overlays.tsx'

export function trimPreloads(): Plugin {
  let chunks: Chunks = new Map()
  let first: ReadonlySet<string> = new Set()
  let second: ReadonlySet<string> = new Set()
  const resolveDependencies = (
    file: string,
    needed: string[],
    from: { hostId: string; hostType: string },
  ) => {
    if (from.hostType === 'html') return needed
    const isEarly = chunks.get(file)?.facadeModuleId?.endsWith(firstLazyChunk)
    const here = closure(from.hostId, chunks, new Set(isEarly ? first : second))
    const missing = needed.filter((one) => !here.has(one))
    // A chunk without further imports needs no list.
    return missing.every((one) => one === file) ? [] : missing
  }
  return {
    name: 'koedana-load-ahead',
    apply: 'build',
    config: () => ({ build: { modulePreload: { resolveDependencies } } }),
    generateBundle: {
      // Runs before Vite writes the lists.
      order: 'pre',
      handler(_, bundle) {
        chunks = chunksOf(bundle)
        const all = [...chunks.values()]
        const entry = all.find(({ isEntry }) => isEntry)
        const overlays = all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(firstLazyChunk))
        if (!entry || !overlays)
          throw new Error('The client has no entry, or nothing that stands over its pages')
        first = closure(entry.fileName, chunks)
        second = closure(overlays.fileName, chunks, new Set(first))
      },
    },
  }
}
