import { expect, test } from 'vitest'
import { type OfflineTrack, partBytes } from '../../../lib/offline-work.rules.ts'
import { type DownloadPorts, downloadTrack } from './download.ts'

const fresh: OfflineTrack = { id: 't', title: 'T', sizeBytes: 0, type: '', etag: '', parts: 0 }

/** A server that follows RFC 9110, and a device with limited space; both can be changed before each request. */
function world(sizeBytes: number) {
  const server = { etag: '"a"', sizeBytes, status: 0, link: 'one', isCut: false }
  const device = { parts: new Map<string, number>(), noted: fresh, roomParts: 100 }
  const requests: string[] = []
  let before = (_count: number): void => {}
  const ports: DownloadPorts = {
    fetch: async (url, headers) => {
      before(requests.length)
      requests.push(`${url} ${headers.range} ${headers['if-range'] ?? ''}`.trim())
      if (server.isCut) throw new TypeError('Failed to fetch')
      if (server.status) return new Response(null, { status: server.status })
      if (url !== server.link) return new Response(null, { status: 403 })
      if (headers['if-range'] !== undefined && headers['if-range'] !== server.etag)
        return new Response('whole')
      const start = Number(/\d+/.exec(headers.range ?? '')?.[0])
      if (start >= server.sizeBytes) return new Response(null, { status: 416 })
      const end = Math.min(start + partBytes, server.sizeBytes) - 1
      return new Response(new Uint8Array(end + 1 - start), {
        status: 206,
        headers: { etag: server.etag, 'content-range': `bytes ${start}-${end}/${server.sizeBytes}` },
      })
    },
    link: async (isRenewed) => (isRenewed ? server.link : 'one'),
    putPart: async ({ etag }, part, bytes) => {
      if (device.parts.size >= device.roomParts) throw new DOMException('full', 'QuotaExceededError')
      device.parts.set(`${etag} ${part}`, bytes.byteLength)
    },
    dropParts: async () => device.parts.clear(),
    note: async (track) => {
      device.noted = track
    },
  }
  const aborted = new AbortController()
  return {
    server,
    device,
    requests,
    beforeEach: (act: (count: number) => void) => {
      before = act
    },
    stop: () => aborted.abort(),
    run: () => downloadTrack(device.noted, ports, aborted.signal),
  }
}

const size = 2 * partBytes + 5

test('a track is downloaded part by part', async () => {
  const { run, device, requests } = world(size)
  expect(await run()).toBe('whole')
  expect([...device.parts]).toEqual([
    ['"a" 0', partBytes],
    ['"a" 1', partBytes],
    ['"a" 2', 5],
  ])
  expect(device.noted).toMatchObject({ parts: 3, sizeBytes: size, etag: '"a"' })
  expect(requests[1]).toBe(`one bytes=${partBytes}-${2 * partBytes - 1} "a"`)
})

test('after a cut it goes on where it was, and requests nothing twice', async () => {
  const { run, server, beforeEach, device, requests } = world(size)
  beforeEach((count) => {
    server.isCut = count === 1
  })
  expect(await run()).toBe('away')
  expect(device.noted.parts).toBe(1)
  beforeEach(() => {
    server.isCut = false
  })
  expect(await run()).toBe('whole')
  expect(requests.filter((request) => request.includes('bytes=0-'))).toHaveLength(1)
})

test('a file that changed midway begins anew, and no part of the old one is left', async () => {
  const { run, server, beforeEach, device } = world(size)
  beforeEach((count) => {
    if (count === 2) Object.assign(server, { etag: '"b"', sizeBytes: partBytes + 1 })
  })
  expect(await run()).toBe('whole')
  expect([...device.parts]).toEqual([
    ['"b" 0', partBytes],
    ['"b" 1', 1],
  ])
})

test('a file that grew shorter than what is here begins anew', async () => {
  const { run, server, device } = world(size)
  device.noted = { ...fresh, parts: 2, sizeBytes: size, etag: '"a"' }
  server.sizeBytes = 7
  expect(await run()).toBe('whole')
  expect([...device.parts.values()]).toEqual([7])
})

test('a file that changes at each request is given up for now', async () => {
  const { run, server, beforeEach, requests } = world(size)
  beforeEach((count) => {
    server.etag = `"${count}"`
  })
  expect(await run()).toBe('away')
  expect(requests.length).toBeLessThan(10)
})

test('a link that ended is renewed once, and a right that ended is not requested again', async () => {
  const { run, server, requests } = world(size)
  server.link = 'two'
  expect(await run()).toBe('whole')
  server.status = 403
  const refused = world(size)
  refused.server.status = 403
  expect(await refused.run()).toBe('refused')
  expect(refused.requests).toHaveLength(2)
  expect(requests[0]).toMatch(/^one/)
})

test('where the room ends it says so, and what is here stays', async () => {
  const { run, device } = world(size)
  device.roomParts = 1
  expect(await run()).toBe('full')
  expect(device.noted.parts).toBe(1)
  device.roomParts = 3
  expect(await run()).toBe('whole')
})

test('nothing is written any more once it was stopped', async () => {
  const { run, stop, beforeEach, device } = world(size)
  beforeEach((count) => {
    if (count === 1) stop()
  })
  expect(await run()).toBe('stopped')
  expect(device.noted.parts).toBeLessThan(3)
})

test('an empty file, or a server without ranges, is unusable', async () => {
  expect(await world(0).run()).toBe('unusable')
  const plain = world(size)
  plain.server.status = 200
  expect(await plain.run()).toBe('unusable')
})
