/** Returns a record with a value for each name. */
export function recordOf<const K extends string, V>(
  names: readonly K[],
  valueFor: (name: K) => V,
): { [P in K]: V }
export function recordOf(names: readonly string[], valueFor: (name: string) => unknown): object {
  const record: Record<string, unknown> = {}
  for (const name of names) record[name] = valueFor(name)
  return record
}

/** Returns a record from pairs of name and value. */
export function recordFrom<const K extends string, V>(
  entries: readonly (readonly [name: K, value: V])[],
): { [P in K]: V }
export function recordFrom(entries: readonly (readonly [name: string, value: unknown])[]): object {
  return Object.fromEntries(entries)
}
