/** A record with a value for each name. */
export function recordOf<const K extends string, V>(
  names: readonly K[],
  valueFor: (name: K) => V,
): { [P in K]: V }
export function recordOf(names: readonly string[], valueFor: (name: string) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)]))
}
