import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesOfWalk, walks } from './architecture-walks.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')

const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/testing.md']

/** `x/y.ts` may omit its parent folders; a path without a slash is a file in any folder. */
const named = guides.flatMap((guide) => {
  const names = readFileSync(join(root, guide), 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|md|cjs|json))`/g)
  return [...new Set([...names].flatMap(([, path]) => path ?? []))].map((path) => [guide, path] as const)
})
const files = globSync(
  [
    '*.*',
    '.*.cjs',
    'docs/**/*.*',
    'scripts/*.*',
    'bench/*.*',
    'e2e/**/*.*',
    'packages/*/{src,assembly,vite}/**/*.*',
  ],
  { cwd: root },
)

test.each(named)('%s names %s, which exists', (_guide, path) => {
  expect(files.filter((file) => `/${file}`.endsWith(`/${path}`))).not.toEqual([])
})

test.each(Object.entries(walks))('the walk of %s names files from the top that exist', (_name, heading) => {
  const walk = filesOfWalk(text, heading)
  expect(walk.length).toBeGreaterThan(5)
  expect(walk.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a filter passes at most twelve files from address to bitset', () => {
  expect(filesOfWalk(text, walks.filter).length).toBeLessThanOrEqual(12)
})
