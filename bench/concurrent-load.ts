/** The load during the benchmark of edits: an import of all works, or a merge of the most common genre. */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { generateWorks } from './generate.ts'

export type ConcurrentLoad = 'import' | 'merge'

export interface Clients {
  readonly keeper: Call
  readonly visitor: Call
}

export interface Load {
  /** Resolves to a description when the load has ended. */
  readonly over: Promise<string>
  readonly least: number
}

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
/** A merge may end before enough edits were measured. */
const minBesideMerge = 60

/** Writes a catalog file in which every work has a changed number. */
export async function writeChangedFeed(folder: string, works: number): Promise<string> {
  const file = join(folder, 'bench-feed.jsonl')
  await pipeline(Readable.from(changedLines(works)), createWriteStream(file))
  return file
}

function* changedLines(works: number): Iterable<string> {
  let text = ''
  for (const work of generateWorks(works)) {
    text += `${JSON.stringify({ ...work, sales: (work.sales ?? 0) + 1 })}\n`
    if (text.length > 1 << 20) {
      yield text
      text = ''
    }
  }
  yield text
}

export function startImport(folder: string, feed: string): Load {
  const started = performance.now()
  const child = spawn(process.execPath, [main, 'import', feed], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const over = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(`import took ${((performance.now() - started) / 1000).toFixed(1)} s`)
      else reject(new Error(`the import ended with ${code}`))
    })
  })
  return { over, least: 1 }
}

/** Merges the two most common genres; ends once lists show the result. */
export function startMerge({ keeper, visitor }: Clients): Load {
  const merge = async () => {
    const { items } = await visitor(api.listEntities, { params: { kind: 'genres' }, query: { pageSize: 2 } })
    const [from, into] = items
    if (!from || !into) throw new Error('there are no two genres')
    const started = performance.now()
    await keeper(api.mergeEntity, { params: { kind: 'genres', id: from.id }, body: { into: into.id } })
    const responseMs = performance.now() - started
    const isMerged = async () => {
      const [first] = (
        await visitor(api.listEntities, { params: { kind: 'genres' }, query: { pageSize: 1 } })
      ).items
      return first?.id === into.id && first.workCount > from.workCount
    }
    while (!(await isMerged())) await sleep(20)
    const shownMs = performance.now() - started
    return `merge of ${from.workCount} works a visitor sees: response after ${responseMs.toFixed(0)} ms, in lists after ${shownMs.toFixed(0)} ms`
  }
  return { over: merge(), least: minBesideMerge }
}
