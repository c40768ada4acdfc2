/** A server with this API switched on, and the requests of an app. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { Engine } from '../../../../testing/engines.ts'
import { putInLibrary } from '../../../../testing/put-in-library.ts'
import { startTestServer } from '../../../../testing/test-server.ts'
import { addTrack, giveLyrics, putCover } from '../../testing/door-library.ts'
import { type StrictFile, StrictTree, Token } from './strict-shapes.ts'

/** Works: one for all ages, one R18, one without files. */
export const [rain, night, sold] = ['RJ01000001', 'RJ01000002', 'RJ01000003']
export const rainNumber = 1_000_001
export const nightNumber = 1_000_002
export const password = 'lantern moss 7'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type KikoeruWorld = Awaited<ReturnType<typeof kikoeruWorld>>

/** `base`: where apps find the API, `/kikoeru` or `''`; the latter switches the API at the root on as well. */
export async function kikoeruWorld(engine: Engine, base = '/kikoeru') {
  const w = await startTestServer(engine, { hasDoors: true })
  const root = await mkdtemp(join(tmpdir(), 'koedana-kikoeru-'))
  await w.make([
    {
      id: rain,
      name: 'Rain on the roof',
      ageCategory: 'all',
      maker: { id: 'RG01234', name: 'Paper Lantern' },
      artists: [{ id: 'haruka', name: 'Haruka' }],
      genres: [{ id: '56', name: 'Calm' }],
      sales: 12,
    },
    { id: night, name: 'Rain at night', ageCategory: 'r18', genres: [{ id: '57', name: 'Dark' }] },
    { id: sold, name: 'Rain elsewhere', ageCategory: 'all' },
  ])
  await putInLibrary(w.deps.write, [rain, night], root)
  await w.deps.catalogue.caughtUp()
  const openDoor = async (kikoeru: boolean) => {
    const admin = await w.signIn({ role: roleOf.admin })
    const kikoeruAtRoot = kikoeru && base === ''
    await admin.call(api.updateSiteSettings, { body: { doors: { kikoeru }, kikoeruAtRoot } })
  }

  const send = (method: Method, path: string, { token, body }: { token?: string; body?: object } = {}) =>
    w.app.inject({
      method,
      url: base + path,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...(body ? { payload: body } : {}),
    })

  const read = async <S extends v.GenericSchema>(schema: S, path: string, token: string) => {
    const response = await send('GET', path, { token })
    expect(response.statusCode, `${path} ${response.body}`).toBe(200)
    return v.parse(schema, response.json())
  }

  const signIn = async (name: string, given = password) => {
    const response = await send('POST', '/api/auth/me', { body: { name, password: given } })
    expect(response.statusCode, response.body).toBe(200)
    return v.parse(Token, response.json()).token
  }

  /** Writes the content of a file that an app identifies by its hash. */
  const fill = async (hash: string) => {
    const { path } = await w.deps.db
      .selectFrom('track')
      .select('path')
      .where('id', '=', hash.split('/')[1] ?? '')
      .executeTakeFirstOrThrow()
    await writeFile(join(root, path), 'a sound of rain')
  }

  await openDoor(true)
  const close = async () => {
    await w.close()
    await rm(root, { recursive: true })
  }
  return { w, base, openDoor, send, read, signIn, fill, close }
}

export type AppsWorld = Awaited<ReturnType<typeof appsWorld>>

/** The same with a listener, and with a work of two audio files: one at the top level, one in a folder with subtitles. */
export async function appsWorld(engine: Engine) {
  const here = await kikoeruWorld(engine)
  const { write, coversFolder } = here.w.deps
  await giveLyrics(write, rain, await addTrack(write, rain, { folder: '本編' }))
  await putCover(coversFolder, rain)
  await here.w.signIn({ username: 'listener', password })

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    here.w.app.inject({ url: here.base + path, headers })

  const soundsOf = async (token: string): Promise<readonly [StrictFile, StrictFile]> => {
    const [folder, first] = await here.read(StrictTree, `/api/tracks/${rainNumber}`, token)
    if (folder?.type !== 'folder' || first === undefined || first.type === 'folder')
      throw new Error('no tree')
    const [second] = folder.children
    if (second === undefined || second.type === 'folder') throw new Error('no file')
    await here.fill(first.hash)
    return [first, second]
  }

  /** Requests a file as players do: from the start, and then from a chosen position. */
  const hear = async (path: string) => {
    const whole = await get(path, { range: 'bytes=0-' })
    expect([whole.statusCode, whole.headers['content-range'], whole.body]).toEqual([
      206,
      'bytes 0-14/15',
      'a sound of rain',
    ])
    const part = await get(path, { range: 'bytes=2-6' })
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
      206,
      'bytes 2-6/15',
      'sound',
    ])
  }
  return { ...here, get, soundsOf, hear }
}
