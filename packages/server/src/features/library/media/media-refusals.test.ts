import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { createListener, firstPath, type Listener, now, secret } from '../testing/media.ts'
import { signMedia } from './signing.rules.ts'

eachLibrary((given) => {
  let listener: Listener

  beforeEach(async () => {
    listener = await createListener(given())
  })

  afterEach(() => listener.close())

  describe('nobody gets', () => {
    test.each([
      ['a forged link', () => listener.get({}, { s: 'abc.def' })],
      [
        'the link of another file',
        () =>
          listener.get(
            {},
            { s: signMedia(secret, { fileId: 'x', session: undefined, epoch: 'one', expiresAt: 9e9 }) },
          ),
      ],
      [
        'an expired link',
        () =>
          listener.get(
            {},
            {
              s: signMedia(secret, {
                fileId: listener.fileId,
                session: undefined,
                epoch: 'one',
                expiresAt: now.getTime() / 1000,
              }),
            },
          ),
      ],
    ])('a file by %s', async (_, send) => {
      await expect(send()).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('a file by a link of before all were revoked', async () => {
      listener.revoke()
      await expect(listener.get()).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('a file of a work that was hidden meanwhile', async () => {
      listener.hideWork()
      await expect(listener.get()).rejects.toMatchObject({ code: 'notFound' })
    })

    test('a file that is gone, a folder or a file outside the storage', async () => {
      const path = join(given().root, firstPath)
      // Makes the server learn the location first.
      expect((await listener.get()).status).toBe(200)
      rmSync(path)
      await expect(listener.get()).rejects.toMatchObject({ code: 'notFound' })
      const outside = mkdtempSync(join(tmpdir(), 'koedana-outside-'))
      writeFileSync(join(outside, 'secret'), 'secret')
      symlinkSync(join(outside, 'secret'), path)
      await expect(listener.get()).rejects.toMatchObject({ code: 'notFound' })
      await expect(listener.get()).rejects.toMatchObject({ code: 'notFound' })
      rmSync(path)
      symlinkSync(join(given().root, 'RJ334212'), path)
      await expect(listener.get()).rejects.toMatchObject({ code: 'notFound' })
      rmSync(outside, { recursive: true })
    })

    test('a file whose stored path climbs out of the storage', async () => {
      writeFileSync(`${given().root}-sibling`, 'secret')
      for (const path of [`../root-sibling`, '../../../../../etc/passwd']) {
        await given()
          .database.write.updateTable('track')
          .set({ path })
          .where('id', '=', listener.fileId)
          .execute()
        await expect(listener.get()).rejects.toMatchObject({ code: 'notFound' })
      }
    })
  })
})
