import { expect, test } from 'vitest'
import { isMetered } from './metered.ts'

class Said {
  readonly #type: unknown
  readonly #saveData: unknown
  constructor(type: unknown, saveData: unknown) {
    this.#type = type
    this.#saveData = saveData
  }
  get type() {
    return this.#type
  }
  get saveData() {
    return this.#saveData
  }
}

test('a link is metered where the browser says so, and free where it says nothing', () => {
  expect(isMetered({ connection: new Said('cellular', false) })).toBe(true)
  expect(isMetered({ connection: new Said('wifi', true) })).toBe(true)
  expect(isMetered({ connection: new Said('wifi', false) })).toBe(false)
  expect(isMetered({ connection: new Said(undefined, undefined) })).toBe(false)
  expect(isMetered({ connection: new Said(4, 'yes') })).toBe(false)
  expect(isMetered({ connection: undefined })).toBe(false)
  expect(isMetered({})).toBe(false)
})
