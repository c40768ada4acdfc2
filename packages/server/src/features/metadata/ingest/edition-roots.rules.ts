/** Maps the key of an edition to the key it names as its original. Works that are not in it are roots or unknown. */
export type EditionLinks = ReadonlyMap<number, number>

/** Returns the root of `key` if its original is `named`. Returns null if the links lead back to `key`, as for an original. */
export function resolveRoot(key: number, named: number, links: EditionLinks): number | null {
  const passed = new Set<number>()
  for (let at = named; ; ) {
    if (at === key) return null
    passed.add(at)
    const next = links.get(at)
    if (next === undefined || passed.has(next)) return at
    at = next
  }
}
