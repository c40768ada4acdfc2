import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { mounted } from '../testing/requests.ts'
import { startTestServer, type World } from '../testing/test-server.ts'
import { hasManyFields } from './bodies.ts'
import { bodyLimitOf } from './serve.ts'

const fields = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join(',')}}`

test('an object of very many fields is known unread, and long texts are not taken for one', () => {
  expect(hasManyFields(fields(100_000))).toBe(true)
  expect(hasManyFields(`[${'{},'.repeat(30_000)}{}]`)).toBe(true)
  expect(hasManyFields(fields(1_000))).toBe(false)
  expect(hasManyFields(JSON.stringify({ picture: 'A'.repeat(960_000) }))).toBe(false)
})

eachEngine((engine) => {
  let w: World
  beforeAll(async () => {
    w = await startTestServer(engine)
  })
  afterAll(() => w.close())

  const send = (url: string, payload: string, token?: string) =>
    w.app.inject({
      method: 'PUT',
      url: basePath + url,
      payload,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })

  test('a body of 0.9 MB of fields is refused before it is parsed', async () => {
    const { token } = await w.signIn({ role: roleOf.guest })
    const payload = fields(100_000)
    const parsed = vi.spyOn(JSON, 'parse')
    const response = await send('/account/settings', payload, token)
    expect(parsed.mock.calls.filter(([text]) => text === payload)).toEqual([])
    parsed.mockRestore()
    expect([response.statusCode, response.json().code]).toEqual([413, 'tooLarge'])
  })

  test('a caller without access is refused before the body is read', async () => {
    const { token } = await w.signIn()
    const broken = '{'.repeat(500_000)
    expect((await send('/account/settings', broken)).statusCode).toBe(401)
    expect((await send('/works/RJ90000001/cover', broken, token)).statusCode).toBe(403)
    expect((await send('/account/settings', broken, 'stale')).statusCode).toBe(401)
  })

  test('every endpoint takes no larger body than it needs', async () => {
    const larger = mounted.filter(([, endpoint]) => endpoint.body && bodyLimitOf(endpoint) > 64 * 1024)
    expect(larger.map(([name]) => name).toSorted()).toEqual([
      'addToPlaylist',
      'createAnnouncement',
      'createPlaylist',
      'createWork',
      'importOwnCsv',
      'importOwnData',
      'importRclone',
      'moveIn',
      'previewAnnouncement',
      'readRclone',
      'saveSettings',
      'saveWorkCover',
      'updateAnnouncement',
      'updateWork',
      'updateWorks',
      'uploadMoveFile',
    ])
    const login = (bytes: number) => {
      const payload = { username: 'nobody', password: 'x'.repeat(bytes) }
      return w.app.inject({ method: 'POST', url: basePath + api.login.path, payload })
    }
    expect((await login(16 * 1024)).statusCode).toBe(413)
    expect((await login(8 * 1024)).statusCode).toBe(400)
  })
})
