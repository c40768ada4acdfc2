import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf, listAll } from '../../testing/storage-under-test.ts'
import { type OpenedFake, openFakeDrive } from '../testing/fake-drive-storage.ts'

let opened: OpenedFake | undefined
beforeEach(() => {
  opened = undefined
})
afterEach(async () => opened?.given.close())

const open = async (extra: Readonly<Record<string, string>> = {}) => {
  opened = await openFakeDrive('dropbox', { extra })
  opened.server.providers.dropbox.joinTeam('Haruka')
  await opened.given.put('Haruka/1.wav', 'mine')
  await opened.given.put('Team/2.wav', 'ours')
  return opened
}

test('a member of a team sees the team space once the link names it, and the own folder before', async () => {
  const { storage } = await open({ rootNamespace: '77' })
  expect((await listAll(storage)).map(({ name }) => name)).toEqual(['Haruka', 'Team'])
  const file = await storage.open('Team/2.wav')
  expect(Buffer.from(await file.read({ start: 0, end: 3 })).toString()).toBe('ours')
  const { cursor } = (await storage.changes?.()) ?? {}
  expect(cursor).toBeTypeOf('string')
  await opened?.given.close()
  const { storage: own } = await open()
  expect((await listAll(own)).map(({ name }) => name)).toEqual(['1.wav'])
})

test('a team space that was left is forbidden, and nothing in it looks deleted', async () => {
  const { storage } = await open({ rootNamespace: '78' })
  expect(await faultOf(() => storage.list(''))).toBe('forbidden')
})
