// @module-tag large
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
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
import { ffmpegTool, hasFfmpeg, hasMpv } from '../testing/ffmpeg.ts'
import { sound } from '../testing/library.ts'

const seconds = 20

describe.skipIf(!hasFfmpeg)('programs that hear', () => {
  eachEngine((engine) => {
    let w: World
    let folder: string
    let origin: string
    const links = new Map<string, string>()

    beforeAll(async () => {
      w = await startTestServer(engine)
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-players-')))
      const root = join(folder, 'root')
      mkdirSync(join(root, 'RJ90000001'), { recursive: true })
      const wav = Buffer.from(sound('long', seconds))
      writeFileSync(join(root, 'RJ90000001/a.wav'), wav)
      ffmpegTool('-i', join(root, 'RJ90000001/a.wav'), join(root, 'RJ90000001/b.flac'))
      const zip = (isDeflated: boolean) => buildZip([{ name: 'a.wav', bytes: wav, isDeflated }])
      writeFileSync(join(root, 'RJ90000002.zip'), zip(false))
      writeFileSync(join(root, 'RJ90000003.zip'), zip(true))
      await scanStorage({
        database: { read: w.deps.database.read, write: w.deps.write },
        root,
        unknownAge: 'all',
        coversFolder: join(folder, 'covers'),
        now: () => new Date(),
        report: () => {},
      })
      await w.deps.catalogue.caughtUp()
      origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
      for (const id of ['RJ90000001', 'RJ90000002', 'RJ90000003']) {
        const { tracks, forms } = await w.call(api.listWorkFiles, { params: { id } })
        expect(forms).toContain('opus-96')
        for (const { format, url } of tracks) links.set(`${id} ${format}`, `${origin}${url}`)
      }
      links.set('as Opus', `${links.get('RJ90000001 flac')}&form=opus-96`)
      links.set('as AAC', `${links.get('RJ90000001 flac')}&form=aac-128`)
    })
    afterAll(async () => {
      await w.close()
      rmSync(folder, { recursive: true })
    })

    const run = async (program: string, ...args: string[]) =>
      (await promisify(execFile)(program, args, { encoding: 'buffer', maxBuffer: 2 ** 26 })).stdout
    const all = ['RJ90000001 wav', 'RJ90000001 flac', 'RJ90000002 wav', 'RJ90000003 wav', 'as Opus', 'as AAC']

    test.each(all)('ffprobe and ffmpeg seek in %s', async (name) => {
      const url = links.get(name) ?? ''
      const length = await run(
        'ffprobe',
        '-v',
        'error',
        '-show_entries',
        'format=duration',
        '-of',
        'csv=p=0',
        url,
      )
      expect(Math.abs(Number(length.toString()) - seconds)).toBeLessThan(0.2)
      const rest = ['-t', '1', '-f', 's16le', '-']
      const [heard, source] = await Promise.all([
        run('ffmpeg', '-v', 'error', '-ss', '15', '-i', url, ...rest),
        run('ffmpeg', '-v', 'error', '-ss', '15', '-i', join(folder, 'root/RJ90000001/a.wav'), ...rest),
      ])
      expect(heard.length).toBeGreaterThan(source.length / 2)
      if (!name.startsWith('as')) expect(hash(heard)).toBe(hash(source))
    })

    test.skipIf(!hasMpv).each(all)('mpv seeks in %s', async (name) => {
      const quiet = [
        '--no-config',
        '--no-video',
        '--ao=null',
        '--ao-null-untimed=yes',
        '--msg-level=all=error',
      ]
      const said = await run('mpv', ...quiet, '--start=15', '--length=1', links.get(name) ?? '')
      expect(said.toString()).not.toMatch(/fail|cannot/i)
    })

    test('a form is a file: by ranges, with an ETag, under a name of its own', async () => {
      const url = links.get('as Opus') ?? ''
      const whole = await fetch(url)
      const bytes = Buffer.from(await whole.arrayBuffer())
      expect(whole.headers.get('content-type')).toBe('audio/ogg')
      expect(whole.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''b.opus")
      const etag = whole.headers.get('etag') ?? ''
      const part = await fetch(url, { headers: { range: 'bytes=100-199', 'if-range': etag } })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
      expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect((await fetch(`${links.get('RJ90000001 flac')}&form=mp3-9`)).status).toBe(400)
    })
  })
})

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
