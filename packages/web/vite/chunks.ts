/** The scripts of a build by file name. */
import type { Rolldown } from 'vite'

export type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunks =>
  new Map(
    Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? [[output.fileName, output] as const] : [],
    ),
  )

/** Returns the chunk and all its static imports, recursively. */
export function closure(file: string, chunks: Chunks, seen = new Set<string>()): Set<string> {
  const chunk = chunks.get(file)
  if (!chunk || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) closure(imported, chunks, seen)
  return seen
}
