// @module-tag large
/** VLC plays a file of the folders by its address and an episode of a feed, from the beginning and from the middle. */
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type DavWorld, davWorld, folder, packed, rain, song } from './testing/dav-world.ts'

/** A missing program is a skip for developers and a failure in CI. */
const isMissing = process.env.CI !== 'true' && spawnSync('vlc', ['--version']).error !== undefined

const samplesPerSecond = 8_000

describe.skipIf(isMissing)('VLC', () => {
  eachEngine((engine) => {
    let here: DavWorld
    let home: string
    beforeEach(async () => {
      here = await davWorld(engine)
      home = mkdtempSync(join(tmpdir(), 'koedana-vlc-'))
      chmodSync(home, 0o777)
    })
    afterEach(async () => {
      await here.close()
      rmSync(home, { recursive: true })
    })

    /** Returns how many seconds of audio VLC decodes at this address. VLC does not run as root. */
    const play = async (address: string, startSeconds = 0) => {
      const file = join(home, 'played.raw')
      rmSync(file, { force: true })
      const convert = `#transcode{acodec=s16l,channels=1,samplerate=${samplesPerSecond}}`
      const output = `std{access=file,mux=raw,dst=${file}}`
      const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
      const env = {
        PATH: process.env.PATH,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        no_proxy: '*',
        LANG: 'C.UTF-8',
      }
      const args = ['-I', 'dummy', '--no-video', '--no-one-instance', `--start-time=${startSeconds}`]
      await promisify(execFile)('vlc', [...args, `--sout=${convert}:${output}`, address, 'vlc://quit'], {
        env,
        ...user,
      })
      return existsSync(file) ? Math.round(readFileSync(file).length / 2 / samplesPerSecond) : 0
    }

    test('plays and seeks in files of folders and archives', async () => {
      const { username, password } = await here.enter()
      const root = here.origin.replace('://', `://${username}:${password}@`)
      const addressOf = (path: string) => `${root}/dav/${path.split('/').map(encodeURIComponent).join('/')}`
      const path = `${folder}/${song}`
      expect([await play(addressOf(path)), await play(addressOf(path), 3)]).toEqual([5, 2])
      for (const name of ['1.wav', '2.wav'])
        expect([name, await play(addressOf(`Packed [${packed}]/in/${name}`))]).toEqual([name, 2])
    })

    test('plays and seeks in the episode of a feed, until the app password is revoked', async () => {
      const { owner } = await here.enter()
      await here.admin.call(api.updateSiteSettings, { body: { doors: { feed: true } } })
      const { password, id } = await owner.call(api.createAppPassword, {
        body: { name: 'VLC', scopes: ['feed'] },
      })
      const address = `${here.origin}/feeds/${password}/work/${rain}.xml`
      const feed = await (await fetch(address)).text()
      const episode = /<enclosure url="([^"]+)"/.exec(feed)?.[1] ?? ''
      expect([await play(address), await play(episode, 4)]).toEqual([5, 1])
      await owner.call(api.revokeAppPassword, { params: { id } })
      expect(await play(address)).toBe(0)
    })
  })
})
