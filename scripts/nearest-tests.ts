/** Finds the tests that cover a source: its own, or those that reach it through the fewest imports. */
import { dirname, join } from 'node:path'

/** Returns the path of a source's own test, whether it exists or not. */
export const testOf = (file: string) => file.replace(/\.(tsx?)$/, '.test.$1')

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
/** Maximum number of equally near tests to run: a rule that everything imports is tested by its neighbors. */
const maxTests = 6

/** Returns tests in the source's own folder first. `read` returns the text of a path. */
export function nearestTests(
  file: string,
  paths: readonly string[],
  read: (path: string) => string,
): readonly string[] {
  if (paths.includes(testOf(file))) return [testOf(file)]
  const importers = importersOf(paths, read)
  const seen = new Set([file])
  for (let level = [file]; level.length > 0; ) {
    level = level.flatMap((path) => [...(importers.get(path) ?? [])]).filter((path) => !seen.has(path))
    for (const path of level) seen.add(path)
    level = [...new Set(level)]
    const tests = level.filter(isTest)
    if (tests.length > 0) return tests.sort(byProximity(file)).slice(0, maxTests)
  }
  return []
}

let importerCache:
  | { readonly of: readonly string[]; readonly importers: Map<string, Set<string>> }
  | undefined

/** Maps each path to the files that import it; cached for the same list of paths. */
function importersOf(paths: readonly string[], read: (path: string) => string): Map<string, Set<string>> {
  if (importerCache?.of === paths) return importerCache.importers
  const importers = new Map<string, Set<string>>()
  for (const path of paths) {
    for (const name of importsOf(read(path))) {
      const to = resolveImport(path, name)
      importers.set(to, (importers.get(to) ?? new Set()).add(path))
    }
  }
  importerCache = { of: paths, importers }
  return importers
}

/** Returns the imports of a text, without type-only imports, which run nothing. */
function importsOf(text: string): string[] {
  const names = text.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gm)
  return [...names].map(([, said, late]) => said ?? late ?? '')
}

function resolveImport(from: string, name: string): string {
  const own = /^@koedana\/([^/]+)\/(.+)$/.exec(name)
  return own ? join('packages', own[1] ?? '', 'src', own[2] ?? '') : join(dirname(from), name)
}

const byProximity = (file: string) => (a: string, b: string) =>
  Number(dirname(b) === dirname(file)) - Number(dirname(a) === dirname(file)) || a.localeCompare(b)
