import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.mjs'

let folder = ''
const source = () => join(folder, 'kernel.ts')
const fingerprint = () => fingerprintOf(folder, [folder])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-fingerprint-'))
  writeFileSync(source(), 'one')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('sources that were only touched need no build', () => {
  const before = fingerprint()
  utimesSync(source(), 0, 4_000_000_000)
  expect(fingerprint()).toBe(before)
})

test('other content needs a build, however old it is', () => {
  const before = fingerprint()
  writeFileSync(source(), 'two')
  utimesSync(source(), 0, 0)
  expect(fingerprint()).not.toBe(before)
})

test('another name needs a build', () => {
  const before = fingerprint()
  writeFileSync(join(folder, 'other.ts'), 'one')
  rmSync(source())
  expect(fingerprint()).not.toBe(before)
})
