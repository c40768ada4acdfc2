/** A listening server with this API switched on, and the requests of an app. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { Engine } from '../../../../testing/engines.ts'
import { putInLibrary } from '../../../../testing/put-in-library.ts'
import { type Account, startTestServer } from '../../../../testing/test-server.ts'
import { addTrack, giveLyrics, putCover } from '../../testing/door-library.ts'
import { checkShape, isPublished } from './published-shapes.ts'

/** Works: one for all ages, one R18, one without files. */
export const [rain, night, sold] = ['RJ01000001', 'RJ01000002', 'RJ01000003']
export const rainAlbum = `al-${rain}`
export const rainSong = `tr-file-${workKeyOf(rain)}`
export const nightSong = `tr-file-${workKeyOf(night)}`
export const lastSong = `${rainSong}-2`

const Envelope = v.object({
  'subsonic-response': v.looseObject({
    status: v.picklist(['ok', 'failed']),
    version: v.literal('1.16.1'),
    type: v.literal('koedana'),
    serverVersion: v.string(),
    openSubsonic: v.literal(true),
    error: v.optional(v.object({ code: v.number(), message: v.pipe(v.string(), v.nonEmpty()) })),
  }),
})

export type SubsonicWorld = Awaited<ReturnType<typeof subsonicWorld>>
export type Parameters = Readonly<Record<string, string | number | readonly string[]>>

export const tokenOf = (secret: string, salt: string) =>
  createHash('md5')
    .update(secret + salt)
    .digest('hex')

export async function subsonicWorld(engine: Engine) {
  const w = await startTestServer(engine, { hasDoors: true })
  const root = await mkdtemp(join(tmpdir(), 'koedana-subsonic-'))
  await w.make([
    {
      id: rain,
      name: 'Rain on the roof',
      ageCategory: 'all',
      maker: { id: 'RG01234', name: 'Paper Lantern' },
      artists: [{ id: 'haruka', name: 'Haruka' }],
      genres: [{ id: '56', name: 'Calm' }],
      releaseDate: '2025-04-01',
    },
    {
      id: night,
      name: 'Rain at night',
      ageCategory: 'r18',
      maker: { id: 'RG09999', name: 'Night Lantern' },
      genres: [{ id: '57', name: 'Dark' }],
    },
    { id: sold, name: 'Rain elsewhere', ageCategory: 'all' },
  ])
  await putInLibrary(w.deps.write, [rain, night], root)
  await writeFile(join(root, `${workKeyOf(rain)}.mp3`), 'a sound of rain')
  await addTrack(w.deps.write, rain)
  await w.deps.catalogue.caughtUp()
  const origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await w.signIn({ role: roleOf.admin })
  const openDoor = (subsonic: boolean) =>
    admin.call(api.updateSiteSettings, { body: { doors: { subsonic } } })

  const fetchRaw = (name: string, parameters: Parameters, init: RequestInit = {}) =>
    fetch(`${origin}/rest/${name}?${queryOf(parameters)}`, init)

  /** Returns a response as JSON, successful or not, and checks its published shape. */
  const ask = async (name: string, parameters: Parameters) => {
    const response = await fetchRaw(name, { ...parameters, f: 'json' })
    expect(response.status, name).toBe(200)
    const body: unknown = await response.json()
    const known = name.replace(/\.view$/, '')
    if (isPublished(known)) checkShape(known, body)
    return v.parse(Envelope, body)['subsonic-response']
  }

  const enter = async (account: Account = {}, wholeCatalogue = false) => {
    const owner = await w.signIn({ username: 'listener', ...account })
    const made = await owner.call(api.createAppPassword, {
      body: { name: 'phone', scopes: ['subsonic'], wholeCatalogue },
    })
    const { username } = owner.user
    const as = { u: username, t: tokenOf(made.password, 'salt'), s: 'salt', v: '1.16.1', c: 'Test app' }
    /** Returns the response of a call that must succeed. */
    const read = async (name: string, parameters: Parameters = {}) => {
      const said = await ask(name, { ...as, ...parameters })
      expect(said.error, name).toBeUndefined()
      return said
    }
    const codeOf = async (name: string, parameters: Parameters = {}) =>
      (await ask(name, { ...as, ...parameters })).error?.code
    return { owner, as, secret: made.password, id: made.id, read, codeOf }
  }

  await openDoor(true)
  const close = async () => {
    await w.close()
    await rm(root, { recursive: true })
  }
  return { w, admin, origin, openDoor, fetchRaw, ask, enter, close }
}

/** The same with subtitles and a cover for the work for all ages. */
export async function appsWorld(engine: Engine): Promise<SubsonicWorld> {
  const here = await subsonicWorld(engine)
  const { write, coversFolder } = here.w.deps
  await giveLyrics(write, rain, rainSong.slice(3))
  await putCover(coversFolder, rain)
  return here
}

export function queryOf(parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value].flat()) query.append(name, String(one))
  return query
}
