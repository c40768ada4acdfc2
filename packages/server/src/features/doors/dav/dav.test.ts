// @module-tag large
/** Tests what programs read that mount the library. */
import { createHash } from 'node:crypto'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import {
  at,
  type DavWorld,
  davWorld,
  fetchWhole,
  files,
  folder,
  packed,
  rain,
  song,
} from './testing/dav-world.ts'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const source = files[`${rain}/${song}`] ?? new Uint8Array()

eachEngine((engine) => {
  let here: DavWorld
  beforeEach(async () => {
    here = await davWorld(engine)
  })
  afterEach(() => here.close())

  test('works are folders, with the files in them and in archives, by names that every system takes', async () => {
    const { names, list } = await here.enter()
    expect((await names('/')).toSorted()).toEqual([`Packed [${packed}]`, folder].toSorted())
    expect((await names(at(folder))).toSorted()).toEqual([song, 'booklet.pdf', 'texts', 'が.txt'].toSorted())
    expect(await names(at(folder, 'texts'))).toEqual(['01.lrc'])
    expect(await names(at(`Packed [${packed}]`, 'in'))).toEqual(['1.wav', '2.wav'])
    expect(await list('/', '0')).toMatchObject([{ href: '/dav/' }])
  })

  test('a file has its length, its date and the ETag that it is sent with', async () => {
    const { list, ask } = await here.enter()
    const listed = await list(at(folder))
    const one = listed.find(({ href }) => href.endsWith('.wav'))
    expect(one?.href).toBe(`/dav${at(folder, song)}`)
    const sent = await ask('GET', at(folder, song))
    expect(one?.props['200']).toMatchObject({
      getcontentlength: String(source.length),
      getcontenttype: 'audio/wav',
      getlastmodified: sent.headers.get('last-modified'),
      getetag: sent.headers.get('etag'),
      displayname: song,
    })
    expect(hash(sent.bytes)).toBe(hash(source))
    const etag = sent.headers.get('etag') ?? ''
    expect((await ask('GET', at(folder, song), { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await ask('GET', at(folder, song), { headers: { range: 'bytes=4-9', 'if-range': etag } })
    expect([part.status, hash(part.bytes)]).toEqual([206, hash(source.subarray(4, 10))])
    const head = await ask('HEAD', at(folder, song))
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(source.length)])
    for (const name of ['1.wav', '2.wav']) {
      const entry = await ask('GET', at(packed, 'in', name))
      const [said] = await list(at(packed, 'in', name), '0')
      expect(said?.props['200']).toMatchObject({ getetag: entry.headers.get('etag') })
      expect(entry.bytes.length).toBeGreaterThan(1_000)
    }
  })

  test('a folder is found by its code, under its older title and decomposed', async () => {
    const { names, list } = await here.enter()
    await here.w.make([{ id: rain, name: 'Snow' }])
    expect(await names('/')).toContain(`Snow [${rain}]`)
    for (const name of [folder, rain, `[${rain}]`, rain.toLowerCase()]) {
      const [self, ...inside] = await list(`${at(name)}/`)
      expect(self?.href).toBe(`/dav${at(name)}/`)
      expect(inside).toHaveLength(4)
      for (const { href } of inside) expect(href.startsWith(self?.href ?? '-')).toBe(true)
    }
    expect(await list(at(rain, 'が.txt'.normalize('NFD')), '0')).toHaveLength(1)
  })

  test('properties are all, named, or those that are wanted, and what is not there says so', async () => {
    const { list } = await here.enter()
    const ask = async (inside: string) => {
      const body = `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:x="urn:x">${inside}</d:propfind>`
      return (await list(at(folder, song), '0', body))[0]?.props
    }
    const all = [
      'resourcetype',
      'displayname',
      'getlastmodified',
      'getcontentlength',
      'getcontenttype',
      'getetag',
    ]
    expect(Object.keys((await ask('<d:allprop/>'))?.['200'] ?? {})).toEqual(all)
    expect(await ask('<d:propname/>')).toEqual({
      200: Object.fromEntries(all.map((name) => [name, ''])),
    })
    expect(await ask('<d:prop><d:getcontentlength/><d:lockdiscovery/><x:getetag/></d:prop>')).toEqual({
      200: { getcontentlength: String(source.length) },
      404: { lockdiscovery: '', getetag: '' },
    })
  })

  test('a tree without an end and what is no question are refused', async () => {
    const { ask } = await here.enter()
    for (const headers of [{}, { depth: 'infinity' }]) {
      const response = await ask('PROPFIND', '/', { headers })
      expect([response.status, response.bytes.toString()]).toEqual([
        403,
        expect.stringContaining('<D:propfind-finite-depth/>'),
      ])
    }
    const send = async (body: string, depth = '0') =>
      (await ask('PROPFIND', '/', { headers: { depth }, body })).status
    expect(await send('', '2')).toBe(400)
    expect(await send('<x')).toBe(400)
    expect(
      await send(
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:">&b;</propfind>',
      ),
    ).toBe(400)
    expect(await send(`<propfind xmlns="DAV:"><allprop/>${' '.repeat(70_000)}</propfind>`)).toBe(413)
  })

  test('it says what it can, and nothing is ever written', async () => {
    const { ask } = await here.enter()
    const options = await fetchWhole(`${here.origin}/dav/`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('dav'), options.headers.get('allow')]).toEqual([
      200,
      '1',
      'OPTIONS, GET, HEAD, PROPFIND',
    ])
    expect((await ask('GET', at(folder))).status).toBe(405)
    const writes = ['PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'PROPPATCH', 'LOCK', 'UNLOCK', 'POST', 'PATCH']
    for (const method of writes) {
      const body = ['PUT', 'POST', 'PROPPATCH'].includes(method) ? { body: 'x'.repeat(100_000) } : {}
      for (const path of ['/', at(folder), at(folder, song), '/new'])
        expect(
          (await ask(method, path, { headers: { 'content-type': 'text/xml' }, ...body })).status,
          method,
        ).toBe(403)
    }
    expect(hash((await ask('GET', at(folder, song))).bytes)).toBe(hash(source))
    expect(await here.admin.call(api.listWorkFiles, { params: { id: rain } })).toMatchObject({ tracks: [{}] })
  })
})
