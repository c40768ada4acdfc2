// @module-tag large
/** Tests each provider as a storage: the production adapter over HTTP, with a fake server. */
import { fakeDriveNames } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { storageConforms } from '../testing/conformance.ts'
import { faultOf, listAll, refOf } from '../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from './testing/fake-drive-storage.ts'

for (const name of fakeDriveNames) {
  storageConforms(name, async () => (await openFakeDrive(name)).given)

  describe(name, () => {
    const open: OpenedFake[] = []
    const opened = async () => {
      const one = await openFakeDrive(name)
      open.push(one)
      return one
    }
    afterEach(async () => {
      await Promise.all(open.splice(0).map(({ given }) => given.close()))
    })

    test('a file is found by its path without a listing of it, and again once it was made anew', async () => {
      const { storage, given } = await opened()
      await given.put('棚/RJ90000001/1.wav', 'one')
      const path = '棚/RJ90000001/1.wav'
      const read = async () => {
        const file = await storage.open(path)
        return Buffer.from(await file.read({ start: 0, end: 2 })).toString()
      }
      expect(await read()).toBe('one')
      await given.remove(path)
      expect(await faultOf(() => storage.open(path))).toBe('notFound')
      await given.put(path, 'two')
      expect(await read()).toBe('two')
    })

    test('the top of an account is its own, or the folder that its link begins at', async () => {
      const begin = async (root?: string) => {
        const one = await openFakeDrive(name, { folder: '', ...(root !== undefined && { root }) })
        open.push(one)
        await one.given.put('棚/RJ90000001/1.wav', 'one')
        return one
      }
      const whole = await begin()
      expect((await listAll(whole.storage)).map((entry) => entry.name)).toEqual(['棚'])
      expect(await faultOf(() => whole.storage.stat(''))).toBeUndefined()
      const [folder] = (await whole.list('')).nodes
      const inside = await begin(folder?.ref ?? '')
      expect((await listAll(inside.storage)).map((entry) => entry.name)).toEqual(['RJ90000001'])
      const file = await inside.storage.open('RJ90000001/1.wav')
      expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('one')
    })

    test('a link that is over while somebody listens is fetched again, once', async () => {
      const { storage, given, server } = await opened()
      await given.put('1.wav', 'the sound')
      const file = await storage.open('1.wav')
      expect(Buffer.from(await file.read({ start: 0, end: 2 })).toString()).toBe('the')
      // The server invalidated the token, but the client does not know yet: the cached link is rejected.
      server.endLinks()
      expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
    })

    test('two of one name are distinguished, and a slash in a name is no folder', async () => {
      const { storage, given, server } = await opened()
      if (!server.providers[name].hasTwins) return
      await given.put('a/1.wav', 'one')
      server.providers[name].tree.add('a', '1.wav', 'two')
      server.providers[name].tree.add('a', 'b/c.wav', 'three')
      const names = (await listAll(storage, 'a')).map((entry) => entry.name)
      expect(names).toEqual(['1.wav', '1 (2).wav', 'b／c.wav'])
      const second = await storage.open(await refOf(storage, 'a/1 (2).wav'))
      expect(Buffer.from(await second.read({ start: 0, end: 2 })).toString()).toBe('two')
    })

    test('429 is waited out as long as was said, and some time where nothing was said', async () => {
      const { storage, server } = await opened()
      const list = async () => storage.list('')
      server.setTrouble({ type: 'status', status: 429, headers: { 'retry-after': '7' } })
      await expect(list()).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: 7_000 })
      server.setTrouble({ type: 'status', status: 429 })
      await expect(list()).rejects.toMatchObject({ fault: 'rateLimited', retryAfterMs: expect.any(Number) })
    })

    test('a token that is over in the middle of a listing is renewed, and the listing goes on', async () => {
      const { storage, given, server } = await opened()
      for (let at = 0; at < 120; at += 1) await given.put(`${at}.wav`, 'x')
      const { next } = await storage.list('')
      server.providers[name].issuer.expireAccess()
      const rest = next === undefined ? [] : (await storage.list('', next)).entries
      expect(await listAll(storage)).toHaveLength(120)
      expect(rest.length).toBeLessThan(120)
    })
  })
}
