import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import { buildZip } from '../../storages/testing/zip.ts'
import { scanStorage } from '../scan/scan-storage.ts'
import { sound } from '../testing/library.ts'

const hasNginx = process.env.CI === 'true' || spawnSync('nginx', ['-v']).error === undefined
const hostile = ['雨 100% #1?.wav', 'line\nbreak.wav', 'a\\b"c;.wav', 'dots...wav']

describe.skipIf(!hasNginx)('nginx in front', () => {
  eachEngine((engine) => {
    let w: World
    let member: SignedInPerson
    let folder: string
    let root: string
    let proxy: { readonly origin: string; readonly stop: () => void }
    let direct: string

    beforeEach(async () => {
      w = await startTestServer(engine, { accelRedirect: '/koedana-files' })
      // Behind a proxy, visitors may not listen by default.
      member = await w.signIn()
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-accel-')))
      root = join(folder, 'my 100% shelf')
      const work = join(root, 'RJ90000001')
      mkdirSync(work, { recursive: true })
      for (const name of hostile) writeFileSync(join(work, name), sound(name))
      mkdirSync(join(root, 'store'))
      writeFileSync(join(root, 'store/kept.wav'), sound('kept'))
      symlinkSync('../store/kept.wav', join(work, 'z link.wav'))
      writeFileSync(join(work, 'page.html'), '<script>alert(1)</script>')
      writeFileSync(
        join(root, 'RJ90000002.zip'),
        buildZip([{ name: '1.wav', bytes: Buffer.from(sound('z')) }]),
      )
      await scanStorage({
        database: { read: w.deps.database.read, write: w.deps.write },
        root,
        unknownAge: 'all',
        coversFolder: join(folder, 'covers'),
        now: () => new Date(),
        report: () => {},
      })
      await w.deps.catalogue.caughtUp()
      direct = await w.app.listen({ port: 0, host: '127.0.0.1' })
      proxy = await startNginx(folder, direct)
    })
    afterEach(async () => {
      proxy.stop()
      await w.close()
      rmSync(folder, { recursive: true })
    })

    const filesOf = (id: string) => member.call(api.listWorkFiles, { params: { id } })

    test('sends sounds by itself, by ranges, whatever they are called, and nobody learns where they lie', async () => {
      const { tracks } = await filesOf('RJ90000001')
      expect(tracks).toHaveLength(5)
      for (const { url } of tracks) {
        const whole = await fetch(`${proxy.origin}${url}`)
        const bytes = Buffer.from(await whole.arrayBuffer())
        expect(whole.status).toBe(200)
        expect(whole.headers.get('server')).toMatch(/^nginx/)
        expect(whole.headers.get('content-type')).toBe('audio/wav')
        expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename\*=UTF-8''/)
        expect(whole.headers.get('x-accel-redirect')).toBeNull()
        // nginx's ETag, which proves that nginx sent the bytes.
        expect(whole.headers.get('etag')).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/)
        const part = await fetch(`${proxy.origin}${url}`, { headers: { range: 'bytes=8-11' } })
        expect([part.status, await part.text()]).toEqual([206, 'WAVE'])
        const ours = await fetch(`${direct}${url}`)
        expect(ours.headers.get('x-accel-redirect')).toBeNull()
        expect(Buffer.from(await ours.arrayBuffer()).equals(bytes)).toBe(true)
      }
      expect((await fetch(`${proxy.origin}/koedana-files${encodeURI(root)}/store/kept.wav`)).status).toBe(404)
    })

    test('leaves to us what is no sound and what lies in an archive, and refuses as we do', async () => {
      const { files, tracks } = await filesOf('RJ90000001')
      const page = await fetch(`${proxy.origin}${files.find(({ name }) => name === 'page.html')?.url}`)
      expect(page.headers.get('content-security-policy')).toMatch(/^sandbox;/)
      const [zipped] = (await filesOf('RJ90000002')).tracks
      const entry = await fetch(`${proxy.origin}${zipped?.url}`, { headers: { range: 'bytes=0-3' } })
      expect([entry.status, await entry.text()]).toEqual([206, 'RIFF'])
      expect((await fetch(`${proxy.origin}${tracks[0]?.url}x`)).status).toBe(403)
      rmSync(join(root, 'RJ90000001', hostile[0] ?? ''))
      const statuses = await Promise.all(
        tracks.map(async ({ url }) => (await fetch(`${proxy.origin}${url}`)).status),
      )
      expect(statuses.filter((status) => status !== 200)).toEqual([404])
    })
  })
})

async function startNginx(folder: string, origin: string) {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off;
  server { listen 127.0.0.1:${port};
    location / { proxy_pass ${origin}; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; }
    location /koedana-files/ { internal; alias /; add_header X-Content-Type-Options nosniff; } } }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder, '-e', 'stderr'], { stdio: 'ignore' })
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await sleep(20)
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
