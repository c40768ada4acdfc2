import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')

/** `x/y.ts` may leave out the folders before it; a path without a slash is a file of whatever folder has it. */
const named = [
  ...new Set([...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md|cjs|json))`/g)].flatMap(([, path]) => path ?? [])),
]
const files = globSync(['*.*', '.*.cjs', 'docs/**/*.*', 'scripts/*.*', 'packages/*/{src,assembly}/**/*.*'], {
  cwd: root,
})

test.each(named)('ARCHITECTURE.md names %s, which exists', (path) => {
  expect(files.filter((file) => `/${file}`.endsWith(`/${path}`))).not.toEqual([])
})

test('a filter passes at most twelve files from address to bitset', () => {
  const walk = text.slice(text.indexOf('## How a filter becomes'), text.indexOf('The rooms of the index'))
  const files = [...walk.matchAll(/`packages\/[^`]+`/g)].map(([path]) => path)
  expect(files.length).toBeGreaterThan(8)
  expect(files.length).toBeLessThanOrEqual(12)
})
