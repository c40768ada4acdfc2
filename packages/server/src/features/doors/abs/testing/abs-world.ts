/** A listening server with this API switched on, and the requests of an app. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { Engine } from '../../../../testing/engines.ts'
import { putInLibrary } from '../../../../testing/put-in-library.ts'
import { type Account, type Given, startTestServer } from '../../../../testing/test-server.ts'
import { addTrack } from '../../testing/door-library.ts'
import { Login } from './strict-shapes.ts'

/** Works: one for all ages, with two files of two minutes in total; one R18; one without files. */
export const [rain, night, sold] = ['RJ01000001', 'RJ01000002', 'RJ01000003']
export const rainFile = `file-${workKeyOf(rain)}`
export const lastFile = `${rainFile}-2`
export const nightFile = `file-${workKeyOf(night)}`
export const password = 'lantern moss 7'

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'

interface Sent {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type AbsWorld = Awaited<ReturnType<typeof absWorld>>

export async function absWorld(engine: Engine, given: Given = {}) {
  const w = await startTestServer(engine, { ...given, hasDoors: true })
  const root = await mkdtemp(join(tmpdir(), 'koedana-abs-'))
  await w.make([
    {
      id: rain,
      name: 'Rain on the roof',
      ageCategory: 'all',
      maker: { id: 'RG01234', name: 'Paper Lantern' },
      artists: [{ id: 'haruka', name: 'Haruka' }],
      genres: [{ id: '56', name: 'Calm' }],
      series: { id: 'roofs', name: 'Roofs' },
      releaseDate: '2025-04-01',
    },
    {
      id: night,
      name: 'Rain at night',
      ageCategory: 'r18',
      maker: { id: 'RG09999', name: 'Night Lantern' },
      artists: [{ id: 'yoru', name: 'Night Voice' }],
      genres: [{ id: '57', name: 'Dark' }],
      series: { id: 'nights', name: 'Night series' },
    },
    { id: sold, name: 'Rain elsewhere', ageCategory: 'all' },
  ])
  await putInLibrary(w.deps.write, [rain, night], root)
  await writeFile(join(root, `${workKeyOf(rain)}.mp3`), 'a sound of rain')
  await writeFile(join(root, 'two.mp3'), 'another')
  await addTrack(w.deps.write, rain, { sizeBytes: 7 })
  await w.deps.catalogue.caughtUp()
  const admin = await w.signIn({ role: roleOf.admin })
  const openDoor = (abs: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { abs } } })

  const send = (method: Method, path: string, { token, body, headers }: Sent = {}) =>
    w.app.inject({
      method,
      url: `/abs${path}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  const signIn = async (username: string, secret: string) => {
    const headers = { 'x-return-tokens': 'true' }
    const response = await send('POST', '/login', { body: { username, password: secret }, headers })
    expect(response.statusCode, response.body).toBe(200)
    return v.parse(Login, response.json()).user
  }

  /** Creates an account and signs in an app. */
  const enter = async (account: Account = {}, wholeCatalogue = false) => {
    const owner = await w.signIn({ username: 'listener', ...account })
    const made = await owner.call(api.createAppPassword, {
      body: { name: 'phone', scopes: ['abs'], wholeCatalogue },
    })
    const { accessToken: token, refreshToken } = await signIn(owner.user.username, made.password)
    /** Returns the response body of a request that must succeed. */
    const ask = async <S extends v.GenericSchema>(
      schema: S,
      path: string,
      { method = 'GET' as Method, body }: { method?: Method; body?: unknown } = {},
    ): Promise<v.InferOutput<S>> => {
      const response = await send(method, path, { token, body })
      expect(response.statusCode, `${method} ${path} ${response.body}`).toBe(200)
      return v.parse(schema, response.json())
    }
    const act = async (method: Method, path: string, body?: unknown) =>
      (await send(method, path, { token, body })).statusCode
    return { owner, id: made.id, secret: made.password, token, refreshToken, ask, act }
  }

  await openDoor(true)
  const close = async () => {
    await w.close()
    await rm(root, { recursive: true })
  }
  return { w, admin, openDoor, send, signIn, enter, close }
}
