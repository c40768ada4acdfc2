/** Builds what needs no links in a thread beside the one that reads them: it takes as long. */
import { Worker } from 'node:worker_threads'
import { buildFromColumns, type ColumnParts } from '@koedana/catalogue/build/generation.ts'
import type { Arena } from '@koedana/catalogue/memory/arena.ts'
import type { Columns } from '@koedana/catalogue/model/generation.ts'
import type { Texts } from '@koedana/catalogue/text/text-index.ts'

/** What the thread is given. All arrays lie in the memory, which is shared, and so do those that it hands over. */
export interface BesideOrder {
  readonly memory: WebAssembly.Memory
  readonly columns: Columns
  readonly texts: Texts
}

/** A thread takes longer to begin than fewer works to build. */
const fewWorks = 20_000

export async function buildBeside(arena: Arena, columns: Columns, texts: Texts): Promise<ColumnParts> {
  if (columns.count < fewWorks) return buildFromColumns(arena, columns, texts)
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./beside-worker.ts', import.meta.url), {
      workerData: { memory: arena.memory, columns, texts } satisfies BesideOrder,
    })
    worker.once('message', (parts: ColumnParts) => resolve(parts))
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`half of the index is missing: a thread ended with ${code}`)),
    )
  })
}
