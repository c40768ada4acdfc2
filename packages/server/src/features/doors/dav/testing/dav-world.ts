/** A server with this API switched on and a scanned library, and the requests of a program that mounts it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { expect } from 'vitest'
import type { Engine } from '../../../../testing/engines.ts'
import { type Account, startTestServer } from '../../../../testing/test-server.ts'
import { scanStorage } from '../../../library/scan/scan-storage.ts'
import { sound } from '../../../library/testing/library.ts'
import { findChild, readText, readXml } from '../../../storages/remote/xml.rules.ts'
import { buildZip } from '../../../storages/testing/zip.ts'

/** Works: one for all ages, one R18, one in an archive, one without files. */
export const [rain, night, packed, sold] = ['RJ01000001', 'RJ01000002', 'RJ01000003', 'RJ01000004']
export const title = 'Rain: "on" the <roof> & 100% #1?'
/** The folder name of the first work. */
export const folder = `Rain_ _on_ the _roof_ & 100% #1_ [${rain}]`
export const song = "01 雨 & %41 #1 'it'.wav"

/** The files in the storage. The last name is in decomposed form (NFD), as macOS writes it. */
export const files: Readonly<Record<string, Uint8Array>> = {
  [`${rain}/${song}`]: sound('rain', 5),
  [`${rain}/texts/01.lrc`]: Buffer.from('[00:01.00]rain'),
  [`${rain}/booklet.pdf`]: Buffer.from('%PDF-1.4'),
  [`${rain}/${'が'.normalize('NFD')}.txt`]: Buffer.from('ga'),
  [`${night}/1.wav`]: sound('night', 1),
  [`${packed}.zip`]: buildZip([
    { name: 'about.txt', bytes: Buffer.from('about') },
    { name: 'in/1.wav', bytes: sound('stored', 2) },
    { name: 'in/2.wav', bytes: sound('deflated', 2), isDeflated: true },
  ]),
}

export type DavWorld = Awaited<ReturnType<typeof davWorld>>

export async function davWorld(engine: Engine) {
  const w = await startTestServer(engine, { hasDoors: true })
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-dav-')))
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bytes)
  }
  await w.make([
    { id: rain, name: title, ageCategory: 'all', genres: [{ id: '56', name: 'Calm' }] },
    { id: night, name: 'Night', ageCategory: 'r18' },
    { id: packed, name: 'Packed', ageCategory: 'all' },
    { id: sold, name: 'Sold', ageCategory: 'all' },
  ])
  await scanStorage({
    database: { read: w.deps.database.read, write: w.deps.write },
    root,
    unknownAge: 'all',
    coversFolder: join(root, 'covers'),
    now: () => new Date(),
    report: () => {},
  })
  await w.deps.catalogue.caughtUp()
  const origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await w.signIn({ role: roleOf.admin })
  const openDoor = (dav: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { dav } } })
  await openDoor(true)

  const enter = async (account: Account = {}) => {
    const owner = await w.signIn({ username: 'listener', ...account })
    const made = await owner.call(api.createAppPassword, { body: { name: 'computer', scopes: ['dav'] } })
    const { username } = owner.user
    const authorization = basicOf(username, made.password)
    const ask = (method: string, path: string, { headers = {}, body }: Sent = {}) =>
      fetchWhole(`${origin}/dav${path}`, {
        method,
        headers: { authorization, ...headers },
        ...(body !== undefined && { body }),
      })
    const list = async (path: string, depth = '1', body?: string) => {
      const response = await ask('PROPFIND', path, {
        headers: { depth },
        ...(body !== undefined && { body }),
      })
      expect(response.status, path).toBe(207)
      return responsesIn(response.bytes.toString())
    }
    const names = async (path: string) =>
      (await list(path))
        .slice(1)
        .map(({ href }) => decodeURIComponent(href.replace(/\/$/, '').split('/').at(-1) ?? ''))
    return { owner, username, authorization, password: made.password, id: made.id, ask, list, names }
  }
  const close = async () => {
    await w.close()
    rmSync(root, { recursive: true })
  }
  return { w, origin, root, admin, openDoor, enter, close }
}

interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Fetches a response with its whole body, since an unread body would keep the connection open. */
export async function fetchWhole(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  const { status, headers } = response
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

export const basicOf = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** Returns the path in the form of hrefs. */
export const at = (...parts: readonly string[]): string =>
  parts.map((one) => `/${encodeURIComponent(one)}`).join('')

/** Returns each resource of a response, with the texts of its properties and their status. */
export const responsesIn = (text: string) =>
  [...readXml(text, 'multistatus')].map((response) => ({
    href: readText(response, 'href') ?? '',
    props: Object.fromEntries(
      response.children
        .filter(({ name }) => name === 'propstat')
        .map((one) => [
          readText(one, 'status')?.split(' ')[1],
          Object.fromEntries(
            (findChild(one, 'prop')?.children ?? []).map(({ name, text: inside }) => [name, inside]),
          ),
        ]),
    ),
  }))
