// @module-tag large
/** newsboat reads a feed and all feeds of the OPML file, and finds nothing new the second time. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import Database from 'better-sqlite3'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../../testing/test-server.ts'

const rain = 'RJ01000001'
/** A missing program is a skip for developers and a failure in CI. */
const isMissing = process.env.CI !== 'true' && spawnSync('newsboat', ['--version']).error !== undefined

/** The columns of newsboat's cache (newsboat/newsboat, src/cache.cpp). */
const Item = v.object({ title: v.string(), enclosure_url: v.string(), enclosure_type: v.string() })

describe.skipIf(isMissing)('newsboat', () => {
  eachEngine((engine) => {
    let w: World
    let home: string
    beforeEach(async () => {
      w = await startTestServer(engine, { hasDoors: true })
      home = await mkdtemp(join(tmpdir(), 'koedana-newsboat-'))
      await w.make([{ id: rain, name: 'Rain & roof', ageCategory: 'all', releaseDate: '2025-04-01' }])
      await putInLibrary(w.deps.write, [rain])
      await w.deps.catalogue.caughtUp()
    })
    afterEach(async () => {
      await w.close()
      await rm(home, { recursive: true })
    })

    test('subscribes, lists the episodes once, and imports the list of all feeds', async () => {
      const origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
      const admin = await w.signIn({ role: roleOf.admin })
      await admin.call(api.updateSiteSettings, { body: { doors: { feed: true } } })
      const { password } = await admin.call(api.createAppPassword, {
        body: { name: 'computer', scopes: ['feed'] },
      })
      const [urls, cache, config] = ['urls', 'cache.db', 'config'].map((name) => join(home, name))
      const files = ['-u', String(urls), '-c', String(cache), '-C', String(config)]
      const env = { ...process.env, HOME: home, no_proxy: '*', LANG: 'C.UTF-8' }
      const run = async (...args: readonly string[]) =>
        (await promisify(execFile)('newsboat', [...files, ...args], { env })).stdout
      await writeFile(join(home, 'urls'), `${origin}/feeds/${password}/work/${rain}.xml\n`)
      await writeFile(join(home, 'config'), '')
      for (const _ of ['new', 'known']) {
        await run('-x', 'reload')
        expect(await run('-x', 'print-unread')).toContain('1 unread')
      }
      const database = new Database(String(cache), { readonly: true })
      const items = v.parse(
        v.array(Item),
        database.prepare('SELECT title, enclosure_url, enclosure_type FROM rss_item').all(),
      )
      const titles = database.prepare('SELECT title FROM rss_feed').pluck().all()
      database.close()
      expect(titles).toEqual(['Rain & roof'])
      expect(items).toEqual([
        {
          title: 'one',
          enclosure_url: expect.stringContaining(`${origin}/feeds/${password}/`),
          enclosure_type: 'audio/mpeg',
        },
      ])

      const opml = join(home, 'feeds.opml')
      const response = await fetch(`${origin}/feeds/${password}/feeds.opml`)
      await writeFile(opml, await response.text())
      await run('-i', opml)
      await run('-x', 'reload')
      expect(await run('-x', 'print-unread')).toMatch(/\d+ unread/)
    })
  })
})
