import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'

const override = '\u202e'
const isolate = '\u2067'

eachLibrary((given) => {
  test('names that turn the direction of text are shown without; the path stays as it is on the disk', async () => {
    const library = given()
    const path = `[${override}rekam] RJ334212 ${override}eltit${isolate}/${override}redlof/01 ${override}3pm.wav`
    const full = library.put(path, sound('a'))
    library.put(`RJ334213 ${override}/empty${override}.wav`, '')
    const { faults } = await library.scan()
    const maker = await library.database.read.selectFrom('maker').select('name').execute()
    expect(maker).toEqual([{ name: 'rekam' }])
    const [work] = await library.works()
    expect(work?.name).toBe('eltit')
    expect(await library.tracks()).toEqual([
      expect.objectContaining({ path, folder: 'redlof', title: '3pm' }),
    ])
    expect(existsSync(full)).toBe(true)
    expect(faults.map((fault) => fault.path)).toEqual(['RJ334213 \ufffd/empty\ufffd.wav', 'RJ334213 \ufffd'])
    expect(library.lines.join('')).not.toMatch(/\p{Bidi_Control}/u)
  })
})
