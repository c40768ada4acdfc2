// @module-tag large
/** Subscribes to a feed with gPodder's command-line program. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'

const rain = 'RJ01000001'
/** On CI all programs must be installed, so nothing is skipped. */
const isMissing = process.env.CI !== 'true' && spawnSync('gpo', ['help']).error !== undefined

describe.skipIf(isMissing)('gPodder', () => {
  eachEngine((engine) => {
    let w: World
    let root: string
    beforeEach(async () => {
      w = await startTestServer(engine, { hasDoors: true })
      root = await mkdtemp(join(tmpdir(), 'koedana-gpodder-'))
      await w.make([{ id: rain, name: 'Rain & roof', ageCategory: 'all', releaseDate: '2025-04-01' }])
      await putInLibrary(w.deps.write, [rain], root)
      await writeFile(join(root, '101000001.mp3'), 'a sound of rain')
      await w.deps.catalogue.caughtUp()
    })
    afterEach(async () => {
      await w.close()
      await rm(root, { recursive: true })
    })

    test('subscribes, finds the episode, downloads it, and finds nothing new later', async () => {
      const origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
      const admin = await w.signIn({ role: roleOf.admin })
      await admin.call(api.updateSiteSettings, { body: { doors: { feed: true } } })
      const { password, id } = await admin.call(api.createAppPassword, {
        body: { name: 'phone', scopes: ['feed'] },
      })
      const home = join(root, 'gpodder')
      const env = { ...process.env, HOME: home, GPODDER_HOME: home, no_proxy: '*', LANG: 'C.UTF-8' }
      const gpo = async (...args: readonly string[]) =>
        (await promisify(execFile)('gpo', args, { env })).stdout
      const url = `${origin}/feeds/${password}/work/${rain}.xml`
      await gpo('subscribe', url)
      expect(await gpo('list')).toContain('Rain & roof')
      await gpo('update')
      expect(await gpo('download')).toMatch(/^Downloading one\s+\[DONE\]/m)
      const downloads = join(home, 'Downloads')
      const [folder = ''] = await readdir(downloads)
      const names = (await readdir(join(downloads, folder))).filter((name) => name.endsWith('.mp3'))
      expect(names).toHaveLength(1)
      expect(await readFile(join(downloads, folder, names[0] ?? ''), 'utf8')).toBe('a sound of rain')
      await gpo('update')
      expect(await gpo('pending')).not.toContain('one')
      await admin.call(api.revokeAppPassword, { params: { id } })
      expect((await fetch(url)).status).toBe(401)
    })
  })
})
