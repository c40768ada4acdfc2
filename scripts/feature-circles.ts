/** Finds features that import each other in a circle; the code they share belongs in `domain` or `lib`. */

/** A runtime import of a module by another; paths are relative to the root of the repository. */
export interface Import {
  readonly from: string
  readonly to: string
}

/** Returns each circle once, as the sorted folders of its features; features are those of the server and the web client. */
export function featureCircles(imports: readonly Import[]): string[][] {
  const known = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [featureOf(from), featureOf(to)]
    if (a === undefined || b === undefined || a === b) continue
    known.set(a, (known.get(a) ?? new Set()).add(b))
  }
  const reached = new Map([...known.keys()].map((feature) => [feature, reachedFrom(feature, known)]))
  const circles = [...known.keys()].map((feature) =>
    [...(reached.get(feature) ?? [])].filter((other) => reached.get(other)?.has(feature)).sort(),
  )
  const found = circles.filter((circle) => circle.length > 0)
  return [...new Map(found.map((circle) => [circle.join(), circle])).values()]
}

const featureOf = (path: string): string | undefined =>
  /^packages\/(?:server|web)\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0]

function reachedFrom(start: string, known: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let feature = open.pop(); feature !== undefined; feature = open.pop()) {
    for (const next of known.get(feature) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}
