// @module-tag large
/** Scans with a change feed, for each provider that has one: its fake over HTTP, the production adapter, and a complete scan. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenedFake, openFakeDrive } from '../../../storages/drives/testing/fake-drive-storage.ts'
import type { ListingCache, Storage } from '../../../storages/storage.ts'
import { eachLibrary } from '../../testing/each-library.ts'
import { sound, type TestLibrary } from '../../testing/library.ts'
import { scanStorage } from '../scan-storage.ts'
import { openListedStorage } from './listed-storage.ts'
import { findDriveRoot, findStorageKey } from './listings.store.ts'

const names = ['dropbox', 'onedrive', 'google_drive', 'box'] as const
const noon = new Date('2026-11-20T12:00:00.000Z')
const idOf = (at: number) => `RJ${334_212 + at}`
const works = 24

for (const name of names)
  describe(name, () => {
    let opened: OpenedFake
    beforeEach(async () => {
      opened = await openFakeDrive(name)
      const { tree } = opened.server.providers[name]
      for (let at = 0; at < works; at += 1)
        for (const part of ['1.wav', '2.wav'])
          tree.put(`shelf/${idOf(at)}/${part}`, sound(idOf(at) + part, 0.05))
    })
    afterEach(() => opened.given.close())

    const provider = () => opened.server.providers[name]
    const tree = () => provider().tree
    const known = async (library: TestLibrary) => {
      const values = { kind: 'drive', root: library.root, unknown_age_category: 'all' } as const
      await library.database.write
        .insertInto('storage')
        .values({ ...values, scanned_at: null, marker: null })
        .execute()
    }
    const scan = async (library: TestLibrary, at = noon, remote: Storage = opened.storage) => {
      const before = opened.server.requests.length
      const { state, tracks, faults } = await library.scan({ remote, at: at.toISOString() })
      return { state, tracks, faults, calls: opened.server.requests.length - before }
    }
    const expectTrue = async (library: TestLibrary) => {
      const here = (await library.tracks()).filter(({ missing_at }) => missing_at === null)
      const { root, childrenOf, pathOf } = tree()
      const all = (id: string): string[] =>
        childrenOf(id).flatMap((item) => (item.bytes ? [pathOf(item)] : all(item.id)))
      expect(here.map(({ path }) => path).sort()).toEqual(all(root.id).sort())
    }
    const rootOf = async ({ database, root }: TestLibrary) =>
      findDriveRoot(database.write, (await findStorageKey(database.write, root)) ?? 0)

    eachLibrary((given) => {
      test('what did not change is not requested', async () => {
        await known(given())
        const first = await scan(given())
        expect(first).toMatchObject({ state: 'mounted', tracks: { added: works * 2 }, faults: [] })
        const again = await scan(given())
        expect(again.tracks).toMatchObject({ found: works * 2, unchanged: works * 2, missing: 0 })
        // Calls for the feed, and for the root, which is always listed.
        expect(again.calls).toBeLessThanOrEqual(8)
        await expectTrue(given())
      })

      test('what is new, written to, moved and gone is found, each for a few calls', async () => {
        await known(given())
        await scan(given())
        tree().put(`shelf/${idOf(1)}/3.wav`, sound('new', 0.05))
        tree().put(`shelf/${idOf(2)}/1.wav`, sound('longer', 0.4))
        tree().remove(`shelf/${idOf(3)}/2.wav`)
        tree().remove(`shelf/${idOf(4)}`)
        tree().move(`shelf/${idOf(5)}`, `elsewhere/deep/${idOf(5)}`)
        tree().move(`shelf/${idOf(6)}/1.wav`, `shelf/${idOf(6)}/9.wav`)
        tree().put(`shelf/new/${idOf(90)}/1.wav`, sound('a new work', 0.05))
        const { tracks, calls } = await scan(given())
        expect(tracks).toMatchObject({ added: 2, changed: 1, missing: 3 })
        expect(calls).toBeLessThan(60)
        await expectTrue(given())
        // Items in a moved folder are known by their new path.
        tree().put(`elsewhere/deep/${idOf(5)}/3.wav`, sound('later', 0.05))
        tree().remove(`elsewhere/deep/${idOf(5)}/1.wav`)
        expect((await scan(given())).tracks).toMatchObject({ added: 1, missing: 1 })
        await expectTrue(given())
      })

      test('a cursor that the provider does not know any more means a whole listing', async () => {
        await known(given())
        await scan(given())
        provider().feed?.expire()
        tree().put(`shelf/${idOf(1)}/3.wav`, sound('new', 0.05))
        const whole = await scan(given())
        expect(whole).toMatchObject({ state: 'mounted', tracks: { added: 1, missing: 0 } })
        expect(whole.calls).toBeGreaterThan(works)
        expect((await scan(given())).calls).toBeLessThanOrEqual(8)
        await expectTrue(given())
      })

      test('a feed that lies costs a listing and loses nothing', async () => {
        await known(given())
        await scan(given())
        const path = `shelf/${idOf(1)}`
        const id = tree().at(path)?.id ?? ''
        provider().feed?.lie({ id: 'id:nothing', was: 'nowhere/1.wav', isGone: true, isFolder: false })
        provider().feed?.lie({ id, was: path, isGone: true, isFolder: true })
        const { tracks } = await scan(given())
        expect(tracks).toMatchObject({ unchanged: works * 2, missing: 0 })
        await expectTrue(given())
      })

      test('killed between what the feed reported and what is ingested, the next scan ingests it', async () => {
        await known(given())
        await scan(given())
        tree().put(`shelf/${idOf(1)}/3.wav`, sound('new', 0.05))
        tree().remove(`shelf/${idOf(2)}/1.wav`)
        const { database, coversFolder, root } = given()
        const wishes = { database, coversFolder, root, unknownAge: 'all', now: () => noon } as const
        const killed = scanStorage({
          ...wishes,
          remote: opened.storage,
          report: () => undefined,
          onWork: () => {
            throw new Error('killed')
          },
        })
        await expect(killed).rejects.toThrow('killed')
        expect((await scan(given())).tracks).toMatchObject({ added: 1, missing: 1 })
        await expectTrue(given())
      })

      test('killed while the feed is read, it is read again; away, the drive keeps its cursor', async () => {
        await known(given())
        await scan(given())
        const before = await rootOf(given())
        tree().put(`shelf/${idOf(1)}/3.wav`, sound('new', 0.05))
        const { changes } = opened.storage
        const killed: Storage['changes'] = async (cursor) => {
          await changes?.(cursor)
          throw new Error('killed')
        }
        await expect(scan(given(), noon, { ...opened.storage, changes: killed })).rejects.toThrow('killed')
        opened.server.setTrouble({ type: 'status', status: 500 })
        expect(await scan(given())).toMatchObject({ state: 'notMounted', tracks: { missing: 0 } })
        expect(await rootOf(given())).toEqual(before)
        opened.server.setTrouble()
        expect((await scan(given())).tracks).toMatchObject({ added: 1 })
        await expectTrue(given())
      })

      test('after a week everything is listed anew, and wherever somebody has looked', async () => {
        await known(given())
        await scan(given())
        const later = new Date(noon.getTime() + 8 * 24 * 60 * 60 * 1000)
        expect((await scan(given(), later)).calls).toBeGreaterThan(works)
        expect((await scan(given(), later)).calls).toBeLessThanOrEqual(8)
        const before = opened.server.requests.length
        await given().scan({ remote: opened.storage, acceptsLoss: true })
        expect(opened.server.requests.length - before).toBeGreaterThan(works)
      })

      test('of two nodes, none lays an old listing over what the other has read since', async () => {
        await known(given())
        await scan(given())
        const { database, root } = given()
        const open = (storage = opened.storage) =>
          openListedStorage(storage, { db: database.write, root, now: noon })
        const { over } = opened.storage
        const held: (() => Promise<void>)[] = []
        const holding = (listings: ListingCache): Storage => {
          const save: ListingCache['save'] = async (...listing) =>
            void held.push(() => listings.save(...listing))
          return over?.({ ...listings, save }) ?? opened.storage
        }
        const path = `shelf/${idOf(1)}`
        tree().put(`${path}/3.wav`, sound('one', 0.05))
        const slow = await open({ ...opened.storage, over: holding })
        expect((await slow.storage.list(path)).entries).toHaveLength(3)
        tree().put(`${path}/4.wav`, sound('two', 0.05))
        const other = await open()
        for (const save of held) await save()
        expect((await other.storage.list(path)).entries).toHaveLength(4)
        await scan(given())
        await expectTrue(given())
      })
    })
  })
