import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, type Draft, readDraft, storeDraft } from './setup-draft.ts'

const typed: Draft = {
  account: { username: 'haruka', password: 'quiet-room-7', repeated: 'quiet-room-7', code: 'ABCD-EFGH-JKLM' },
  folders: [{ path: '/media/voice', ageCategory: 'r18', found: '6 works' }],
  open: { path: '/media/more', ageCategory: 'r15' },
  beginning: 'folders',
  visitorCeiling: 'r15',
  mayListen: false,
}

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a reload loses nothing but what is secret', () => {
  storeDraft(typed)
  const account = { username: 'haruka', password: '', repeated: '', code: '' }
  expect(readDraft(true)).toEqual({ ...typed, account })
  const kept = [...stored.values()].join()
  expect(kept).not.toContain('quiet-room-7')
  expect(kept).not.toContain('ABCD')
})

test('a tab that keeps nothing that can be read begins anew', () => {
  const fresh = readDraft(true)
  expect(fresh).toMatchObject({ folders: [], visitorCeiling: 'all', mayListen: true })
  stored.set('setup.draft', '{"username":7}')
  expect(readDraft(true)).toEqual(fresh)
  storeDraft(typed)
  clearDraft()
  expect(readDraft(true)).toEqual(fresh)
})

test('who forbids storage is set up all the same', () => {
  vi.unstubAllGlobals()
  storeDraft(typed)
  clearDraft()
  expect(readDraft(false)).toMatchObject({ folders: [], mayListen: false })
})
