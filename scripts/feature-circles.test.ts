import { expect, test } from 'vitest'
import { featureCircles, type Import } from './feature-circles.ts'

const between = (from: string, to: string): Import => ({
  from: `packages/server/src/features/${from}/a.ts`,
  to: `packages/server/src/features/${to}/deep/b.ts`,
})
const named = (...names: string[]) => names.map((name) => `packages/server/src/features/${name}`)

test('features that need one another in one direction are no circle', () => {
  expect(
    featureCircles([between('trash', 'works'), between('home', 'works'), between('home', 'trash')]),
  ).toEqual([])
})

test('two that need each other are a circle, and what leads to them is none', () => {
  const imports = [between('auth', 'users'), between('users', 'auth'), between('home', 'auth')]
  expect(featureCircles(imports)).toEqual([named('auth', 'users')])
})

test('a circle over three is found once', () => {
  const imports = [between('a', 'b'), between('b', 'c'), between('c', 'a')]
  expect(featureCircles(imports)).toEqual([named('a', 'b', 'c')])
})

test('what a feature keeps to itself, and what is no feature, does not count', () => {
  const lib = 'packages/server/src/lib/x.ts'
  expect(featureCircles([between('a', 'a'), { from: lib, to: between('a', 'b').to }])).toEqual([])
})
