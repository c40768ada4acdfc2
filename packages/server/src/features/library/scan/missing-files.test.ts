import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'

eachLibrary((given) => {
  test('a file that is gone is missing, and back again when it returns', async () => {
    const library = given()
    const path = library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334213/1.wav', sound('b'))
    await library.scan()
    const [before] = await library.tracks()
    rmSync(path)
    expect(await library.scan()).toMatchObject({ tracks: { missing: 1 } })
    expect((await library.tracks())[0]?.missing_at).toBe('2026-11-20T12:00:00.000Z')
    expect((await library.works())[0]).toMatchObject({ in_library: 0 })
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    expect((await library.tracks())[0]).toMatchObject({ id: before?.id, missing_at: null })
    expect((await library.works())[0]).toMatchObject({ in_library: 1 })
  })

  test('a file that became unreadable is reported, and not taken for gone', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    library.put('RJ334212/1.wav', 'no longer sound')
    expect(await library.scan()).toMatchObject({ faultCount: 1, tracks: { missing: 0 } })
    expect((await library.tracks())[0]?.missing_at).toBeNull()
  })
})
