import { expect, test } from 'vitest'
import { mutantsOf } from './mutants.ts'

const faultsOf = (source: string) =>
  mutantsOf(source, 'some.rules.ts').map(({ line, was, is }) => `${line}: ${was} → ${is}`)

test('each operator, condition and returned value has its faults, and each is one edit', () => {
  const source =
    'export function isOld(age: number) {\n  if (age < 0) return\n  return !(age <= 99 && true)\n}\n'
  expect(faultsOf(source)).toEqual([
    '2: age < 0 → (age) <= (0)',
    '2: age < 0 → (age) >= (0)',
    '3: !(age <= 99 && true) → ((age <= 99 && true))',
    '3: age <= 99 && true → (age <= 99) || (true)',
    '3: age <= 99 → (age) < (99)',
    '3: age <= 99 → (age) > (99)',
    '3: true → false',
  ])
  const [first] = mutantsOf(source, 'some.rules.ts')
  expect(first?.source).toBe(source.replace('age < 0', '(age) <= (0)'))
})

test('a way between two is always gone, and what a function returns is nothing', () => {
  expect(faultsOf('const f = (a: unknown) => (a ? [a] : b(a))')).toEqual([
    '1: (a ? [a] : b(a)) → undefined',
    '1: a → true',
    '1: a → false',
  ])
  expect(faultsOf('const g = a ?? b')).toEqual(['1: a ?? b → (a)', '1: a ?? b → (b)'])
})

test('types and texts that are joined have none', () => {
  expect(faultsOf("type A = true | false\nconst text = 'a' + b\nimport { c } from './c.ts'")).toEqual([])
})
