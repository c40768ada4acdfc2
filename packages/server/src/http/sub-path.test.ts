import { expect, test } from 'vitest'
import { subPathOf, withoutSubPath } from './sub-path.ts'

test.each([
  [undefined, ''],
  ['https://shelf.example', ''],
  ['https://shelf.example/', ''],
  ['https://house.example/koedana', '/koedana'],
  ['https://house.example/media/koedana', '/media/koedana'],
])('of %s the path is %j', (publicUrl, expected) => {
  expect(subPathOf(publicUrl)).toBe(expected)
})

test.each([
  ['/koedana', '/'],
  ['/koedana/', '/'],
  ['/koedana?from=home', '/?from=home'],
  ['/koedana/works?q=/koedana/', '/works?q=/koedana/'],
  ['/koedana/koedana/x', '/koedana/x'],
  ['/koedana//evil', '//evil'],
  // Only a similar prefix, or a proxy removed the base path.
  ['/koedanas', '/koedanas'],
  ['/KOEDANA/works', '/KOEDANA/works'],
  ['/works', '/works'],
  ['*', '*'],
])('%s leads to %s', (url, expected) => {
  expect(withoutSubPath(url, '/koedana')).toBe(expected)
  expect(withoutSubPath(url, '')).toBe(url)
})
