/** Finds entities by a part of their names: the base by its index, changed names one by one. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import type { Delta } from '../delta/delta.ts'
import { typescriptKernel } from '../kernel/typescript.ts'
import { eachOrdinal, wordsFor } from '../memory/arena.ts'
import type { Base } from './base.ts'
import { findDocuments } from './find-documents.ts'

/** Number of cached results: the same terms are searched again for every page. */
const maxCachedResults = 50

export function createEntityFinder(
  { generation }: Pick<Base, 'generation'>,
  { names }: Pick<Delta, 'names'>,
): (kind: EntityKind, spelling: string) => ReadonlySet<number> {
  const kept = new LRUCache<string, ReadonlySet<number>>({ max: maxCachedResults })
  return (kind, spelling) => {
    const name = `${kind}|${spelling}`
    const found = kept.get(name) ?? find(kind, spelling)
    kept.set(name, found)
    return found
  }

  function find(kind: EntityKind, spelling: string): Set<number> {
    const { index } = generation.names[kind]
    const found = new Set<number>()
    const bits = new Uint32Array(wordsFor(index.texts.offsets.length - 1))
    const allKeys = new Uint32Array(bits.length).fill(0xffff_ffff)
    findDocuments(index, typescriptKernel, { target: bits, term: spelling, within: allKeys })
    eachOrdinal(bits, (key) => {
      if (!names[kind].has(key)) found.add(key)
    })
    for (const [key, fields] of names[kind])
      if (fields.some((field) => field.includes(spelling))) found.add(key)
    return found
  }
}
