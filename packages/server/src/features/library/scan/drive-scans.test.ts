// @module-tag large
import { fakeDriveNames } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenedFake, openFakeDrive } from '../../storages/drives/testing/fake-drive-storage.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'
import { scanStorage } from './scan-storage.ts'

/** More works than are saved in one transaction. */
const works = 30
const idOf = (at: number) => `RJ${334_212 + at}`

for (const name of fakeDriveNames)
  describe(name, () => {
    let opened: OpenedFake
    beforeEach(async () => {
      opened = await openFakeDrive(name)
      const { tree } = opened.server.providers[name]
      for (let at = 0; at < works; at += 1) tree.put(`${idOf(at)}/1.wav`, sound(idOf(at), 0.05))
    })
    afterEach(() => opened.given.close())

    const scan = ({ database, coversFolder, root }: TestLibrary, onWork: (folder: string) => void) =>
      scanStorage({
        database,
        coversFolder,
        root,
        onWork,
        remote: opened.storage,
        unknownAge: 'all',
        now: () => new Date('2026-11-20T12:00:00.000Z'),
        report: () => undefined,
      })

    eachLibrary((given) => {
      test('a token that is over on the way is renewed, as often as it takes', async () => {
        const { issuer } = opened.server.providers[name]
        let count = 0
        const summary = await scan(given(), () => {
          count += 1
          if (count % 10 === 0) issuer.expireAccess()
        })
        expect(summary).toMatchObject({ state: 'mounted', tracks: { added: works }, faultCount: 0 })
      })

      test('a scan that is ended goes on where it was, and reads no sound twice', async () => {
        let count = 0
        const ended = scan(given(), () => {
          count += 1
          if (count === 25) throw new Error('ended')
        })
        await expect(ended).rejects.toThrow('ended')
        const known = (await given().tracks()).length
        expect(known).toBeGreaterThan(0)
        const { tracks } = await scan(given(), () => undefined)
        expect(tracks).toMatchObject({ unchanged: known, added: works - known, missing: 0 })
      })
    })
  })
