/**
 * Keeps groups of editions flat: an edition names the root of its group, never another edition. Lists, counts and the index rely on it,
 * since they treat works with the same root as one.
 */
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import { resolveRoot } from './edition-roots.rules.ts'
import { findLocked } from './locks.store.ts'

const keysPerStatement = 4_000
/** Chains exist only in databases older than this rule, and they were short. */
const maxLinks = 8

/** Returns the links of these works and of all works they lead to. */
export async function findEditionLinks(db: Db, keys: readonly number[]): Promise<Map<number, number>> {
  const links = new Map<number, number>()
  let further = [...new Set(keys)]
  for (let i = 0; i < maxLinks && further.length > 0; i += 1) {
    const found: number[] = []
    for (const some of chunksOf(further, keysPerStatement)) {
      const rows = db.selectFrom('work').select(['key', 'edition_of_key']).where('key', 'in', some)
      for (const { key, edition_of_key: named } of await rows.execute()) {
        if (named === null || named === key) continue
        links.set(key, named)
        if (!links.has(named)) found.push(named)
      }
    }
    further = [...new Set(found)]
  }
  return links
}

interface Edition {
  readonly key: number
  readonly edition_of_key: number | null
}

/**
 * Points the editions of works that have become editions themselves at their new root. Locked fields stay. Returns the keys of the
 * changed works. Call it in the transaction that wrote the works.
 */
export async function repointEditions(tx: Db, written: readonly Edition[], now: string): Promise<number[]> {
  const roots = new Map(
    written.flatMap(({ key, edition_of_key: root }): [number, number][] =>
      root === null ? [] : [[key, root]],
    ),
  )
  const stale: { readonly key: number; readonly root: number | null }[] = []
  for (const some of chunksOf([...roots.keys()], keysPerStatement)) {
    const rows = tx.selectFrom('work').select(['key', 'edition_of_key']).where('edition_of_key', 'in', some)
    for (const { key, edition_of_key: named } of await rows.execute()) {
      if (named !== null) stale.push({ key, root: resolveRoot(key, named, roots) })
    }
  }
  const locked = await findLocked(
    tx,
    stale.map(({ key }) => key),
  )
  const open = stale.filter(({ key }) => !locked.get(key)?.has('editionOf'))
  for (const { key, root } of open) {
    const moved = { edition_of_key: root, updated_at: now }
    await tx.updateTable('work').set(moved).where('key', '=', key).execute()
  }
  return open.map(({ key }) => key)
}
