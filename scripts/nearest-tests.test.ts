import { expect, test } from 'vitest'
import { nearestTests } from './nearest-tests.ts'

const nearestOf = (file: string, texts: Readonly<Record<string, string>>) =>
  nearestTests(file, Object.keys(texts), (path) => texts[path] ?? '')

test('its own test covers a source alone', () => {
  const rules = 'packages/contract/src/age.rules.ts'
  expect(
    nearestOf(rules, {
      [rules]: '',
      'packages/contract/src/age.rules.test.ts': "import { isOld } from './age.rules.ts'",
      'packages/catalogue/src/mask.test.ts': "import { isOld } from '@koedana/contract/age.rules.ts'",
    }),
  ).toEqual(['packages/contract/src/age.rules.test.ts'])
})

test('those that import a source come before those that reach it through others, its neighbours first', () => {
  const rules = 'packages/contract/src/age.rules.ts'
  expect(
    nearestOf(rules, {
      [rules]: '',
      'packages/contract/src/people.test.ts': "import { isOld } from './age.rules.ts'",
      'packages/catalogue/src/mask.test.ts': "import {\n  isOld,\n} from '@koedana/contract/age.rules.ts'",
      'packages/catalogue/src/mask.ts': "import { isOld } from '@koedana/contract/age.rules.ts'",
      'packages/catalogue/src/far.test.ts': "import { mask } from './mask.ts'",
    }),
  ).toEqual(['packages/contract/src/people.test.ts', 'packages/catalogue/src/mask.test.ts'])
})

test('one without a test of its own is judged by those of its importers, and one of types by none', () => {
  const texts = {
    'packages/server/src/a.rules.ts': '',
    'packages/server/src/b.ts': "export { a } from './a.rules.ts'",
    'packages/server/src/b.test.ts': "const { a } = await import('./b.ts')",
    'packages/server/src/c.test.ts': "import type { A } from './a.rules.ts'",
  }
  expect(nearestOf('packages/server/src/a.rules.ts', texts)).toEqual(['packages/server/src/b.test.ts'])
  expect(nearestOf('packages/server/src/c.test.ts', texts)).toEqual([])
})
