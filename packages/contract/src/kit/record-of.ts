/** A record with a value for each name. */
export function recordOf<const K extends string, V>(
  names: readonly K[],
  valueFor: (name: K) => V,
): { [P in K]: V }
export function recordOf(names: readonly string[], valueFor: (name: string) => unknown): object {
  const record: Record<string, unknown> = {}
  for (const name of names) record[name] = valueFor(name)
  return record
}
