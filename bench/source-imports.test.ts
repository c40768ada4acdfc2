import { expect, test } from 'vitest'
import { readSource } from './source-imports.ts'

test('imports and exports of files of the repository count, once for each statement', () => {
  const text = `import { join } from 'node:path'
import ts from 'typescript'
import type { Work } from '@koedana/contract/works.ts'

import { a } from './a.ts'
export { b } from '../b.ts'
export const c = 1
`
  expect(readSource('packages/server/src/lib/x.ts', text)).toEqual({
    path: 'packages/server/src/lib/x.ts',
    lines: 7,
    nonBlankLines: 6,
    imports: ['packages/contract/src/works.ts', 'packages/server/src/lib/a.ts', 'packages/server/src/b.ts'],
  })
})

test('what only speaks of an import is none', () => {
  const text = "/** import { a } from './a.ts' */\nexport const late = () => import('./late.ts')"
  expect(readSource('packages/web/src/x.tsx', text).imports).toEqual([])
})
