/** Finds the root of a group of editions. */

/** Key of an edition → key that it names. A work that is not in it is a root, or unknown. */
export type EditionLinks = ReadonlyMap<number, number>

/** Returns the root that `key` has if it names `named`: null if that leads back to itself, as for an original. */
export function rootOf(key: number, named: number, links: EditionLinks): number | null {
  const passed = new Set<number>()
  for (let at = named; ; ) {
    if (at === key) return null
    passed.add(at)
    const next = links.get(at)
    if (next === undefined || passed.has(next)) return at
    at = next
  }
}
