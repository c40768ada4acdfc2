// @module-tag large
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'
import { buildZip } from '../../storages/testing/zip.ts'
import { scanStorage } from '../scan/scan-storage.ts'
import { sound } from '../testing/library.ts'

const hasCurl = process.env.CI === 'true' || spawnSync('curl', ['--version']).error === undefined

interface CurlResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

async function curl(url: string, ...args: string[]): Promise<CurlResponse> {
  const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const
  const { stdout } = await promisify(execFile)('curl', ['-s', '-i', '--globoff', ...args, url], options)
  const end = stdout.indexOf('\r\n\r\n')
  const [first = '', ...lines] = stdout.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: stdout.subarray(end + 4),
  }
}

describe.skipIf(!hasCurl)('curl', () => {
  eachEngine((engine) => {
    const bytes = Buffer.from(sound('long', 3))
    const size = bytes.length
    let w: World
    let folder: string
    const links = new Map<string, string>()

    beforeAll(async () => {
      w = await startTestServer(engine)
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-curl-')))
      const root = join(folder, 'root')
      mkdirSync(join(root, 'RJ90000001'), { recursive: true })
      writeFileSync(join(root, 'RJ90000001/1.wav'), bytes)
      writeFileSync(join(root, 'RJ90000001/empty.txt'), '')
      writeFileSync(join(root, 'RJ90000002.zip'), buildZip([{ name: '1.wav', bytes, isDeflated: true }]))
      await scanStorage({
        database: { read: w.deps.database.read, write: w.deps.write },
        root,
        unknownAge: 'all',
        coversFolder: join(folder, 'covers'),
        now: () => new Date(),
        report: () => {},
      })
      await w.deps.catalogue.caughtUp()
      const origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
      const filesOf = (id: string) => w.call(api.listWorkFiles, { params: { id } })
      const [first, second] = [await filesOf('RJ90000001'), await filesOf('RJ90000002')]
      links.set('a file', `${origin}${first.tracks[0]?.url}`)
      links.set('an entry', `${origin}${second.tracks[0]?.url}`)
      links.set('nothing', `${origin}${first.files[0]?.url}`)
    })
    afterAll(async () => {
      await w.close()
      rmSync(folder, { recursive: true })
    })
    const link = (name: string) => links.get(name) ?? ''

    describe.each(['a file', 'an entry'])('of %s', (name) => {
      test.each([
        ['0-9', 0, 9],
        ['0-0', 0, 0],
        ['100-', 100, size - 1],
        ['-10', size - 10, size - 1],
        [`-${size + 9}`, 0, size - 1],
        [`3-${size + 50}`, 3, size - 1],
        [`0-9,5-20`, 0, 20],
        [`4-5,${size + 10}-${size + 20}`, 4, 5],
      ])('gets %s', async (range, start, end) => {
        const { status, headers, body } = await curl(link(name), '-r', range)
        expect(status).toBe(206)
        expect(headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
        expect(headers['content-length']).toBe(String(end - start + 1))
        expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
      })

      test('gets several parts in one', async () => {
        const { status, headers, body } = await curl(link(name), '-r', '0-3,8-11')
        expect([status, Number(headers['content-length'])]).toEqual([206, body.length])
        expect(body.toString('latin1')).toMatch(
          /bytes 0-3\/\d+\r\n\r\nRIFF\r\n[\s\S]*bytes 8-11\/\d+\r\n\r\nWAVE\r\n/,
        )
      })

      test.each([`${size}-`, '-0', `${size + 5}-${size + 9}`])('gets nothing by %s', async (range) => {
        const { status, headers, body } = await curl(link(name), '-H', `Range: bytes=${range}`)
        expect([status, headers['content-range'], body.length]).toEqual([416, `bytes */${size}`, 0])
      })

      test.each(['bytes=5-2', 'seconds=0-1', 'bytes=', 'bytes=a-b'])('gets all by %s', async (range) => {
        const { status, headers, body } = await curl(link(name), '-H', `Range: ${range}`)
        expect([status, headers['content-range'], body.equals(bytes)]).toEqual([200, undefined, true])
      })

      test('goes on where it was interrupted, if the file is still the same', async () => {
        const head = await curl(link(name), '-I', '-r', '0-9')
        expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
          200,
          String(size),
          0,
        ])
        expect(head.headers['accept-ranges']).toBe('bytes')
        const { etag = '', 'last-modified': modified = '' } = head.headers
        const rest = await curl(link(name), '-C', String(size - 100))
        expect([rest.status, rest.body.equals(bytes.subarray(-100))]).toEqual([206, true])
        const ask = async (...args: string[]) => (await curl(link(name), ...args)).status
        expect(await ask('-r', '0-9', '-H', `If-Range: ${etag}`)).toBe(206)
        expect(await ask('-r', '0-9', '-H', `If-Range: W/${etag}`)).toBe(200)
        expect(await ask('-r', '0-9', '-H', 'If-Range: "another"')).toBe(200)
        expect(await ask('-r', '0-9', '-H', 'If-Range: Mon, 01 Jan 2001 00:00:00 GMT')).toBe(200)
        expect(await ask('-H', `If-None-Match: ${etag}`)).toBe(304)
        expect(await ask('-r', '0-9', '-H', `If-None-Match: ${etag}`)).toBe(304)
        expect(await ask('-z', modified)).toBe(304)
        expect(await ask('-H', 'If-Match: "another"', '-r', '0-9')).toBe(412)
        expect(await ask('-H', 'If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT')).toBe(412)
      })
    })

    test('gets a file of no length, and no range of it', async () => {
      const whole = await curl(link('nothing'))
      expect([whole.status, whole.headers['content-length'], whole.body.length]).toEqual([200, '0', 0])
      const part = await curl(link('nothing'), '-r', '0-9')
      expect([part.status, part.headers['content-range']]).toEqual([416, 'bytes */0'])
    })
  })
})
