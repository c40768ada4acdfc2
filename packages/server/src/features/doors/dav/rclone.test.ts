// @module-tag large
/** Runs rclone over the whole library, as a mount does. */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type DavWorld, davWorld, folder, packed, rain, song } from './testing/dav-world.ts'

/** On CI all programs must be installed, so nothing is skipped. */
const isMissing = process.env.CI !== 'true' && spawnSync('rclone', ['version']).error !== undefined

describe.skipIf(isMissing)('rclone', () => {
  eachEngine((engine) => {
    let here: DavWorld
    let copy: string
    let run: (...args: readonly string[]) => Promise<string>
    beforeEach(async () => {
      here = await davWorld(engine)
      copy = mkdtempSync(join(tmpdir(), 'koedana-rclone-'))
      const { username, password } = await here.enter()
      const obscured = (await promisify(execFile)('rclone', ['obscure', password])).stdout.trim()
      const remote = {
        RCLONE_CONFIG: '/dev/null',
        RCLONE_CONFIG_SHELF_TYPE: 'webdav',
        RCLONE_CONFIG_SHELF_URL: `${here.origin}/dav`,
        RCLONE_CONFIG_SHELF_VENDOR: 'other',
        RCLONE_CONFIG_SHELF_USER: username,
        RCLONE_CONFIG_SHELF_PASS: obscured,
      }
      const env = { ...process.env, ...remote }
      run = async (...args) => (await promisify(execFile)('rclone', args, { env })).stdout
    })
    afterEach(async () => {
      await here.close()
      rmSync(copy, { recursive: true })
    })

    test('lists everything, and copies it byte for byte', async () => {
      expect((await run('lsf', '-R', '--files-only', 'shelf:')).trim().split('\n').toSorted()).toEqual(
        [
          `${folder}/${song}`,
          `${folder}/booklet.pdf`,
          `${folder}/texts/01.lrc`,
          `${folder}/が.txt`,
          `Packed [${packed}]/about.txt`,
          `Packed [${packed}]/in/1.wav`,
          `Packed [${packed}]/in/2.wav`,
        ].toSorted(),
      )
      await run('copy', 'shelf:', copy)
      await run('check', '--download', 'shelf:', copy)
      expect(readFileSync(join(copy, folder, song)).equals(readFileSync(join(here.root, rain, song)))).toBe(
        true,
      )
      // A second run finds nothing to copy.
      expect(await run('copy', '--dry-run', 'shelf:', copy, '--use-json-log')).toBe('')
    })

    test('is set up by the commands of the guide', async () => {
      const guide = readFileSync(new URL('../../../../../../docs/apps.md', import.meta.url), 'utf8')
      const documented = guide.match(/^rclone .*$/gm)?.map((line) => line.trim()) ?? []
      expect(documented).toHaveLength(3)
      const { username, password } = await here.enter({ username: 'reader' })
      const config = join(copy, 'rclone.conf')
      const follow = async (line: string) => {
        const filled = line
          .replace('https://SERVER/dav', `${here.origin}/dav`)
          .replace('user=haruka', `user=${username}`)
          .replace('APP_PASSWORD', password)
        const [, ...args] = filled.split(' ')
        const env = { ...process.env, RCLONE_CONFIG: config }
        return (await promisify(execFile)('rclone', args, { env })).stdout
      }
      await follow(documented[0] ?? '')
      expect(await follow(documented[1] ?? '')).toContain(folder)
      expect(documented[2]).toBe('rclone mount voice: /mnt/voice --read-only')
    })

    test('with a wrong password it locks nobody out, however often it tries', async () => {
      const password = 'lantern moss 7'
      const { username } = await here.enter({ username: 'reader', password })
      const remote = {
        RCLONE_CONFIG: '/dev/null',
        RCLONE_CONFIG_WRONG_TYPE: 'webdav',
        RCLONE_CONFIG_WRONG_URL: `${here.origin}/dav`,
        RCLONE_CONFIG_WRONG_VENDOR: 'other',
        RCLONE_CONFIG_WRONG_USER: username,
        RCLONE_CONFIG_WRONG_PASS: (await run('obscure', 'revoked long ago')).trim(),
      }
      const env = { ...process.env, ...remote }
      const args = ['lsd', 'wrong:', '--retries', '5', '--low-level-retries', '5', '--retries-sleep', '1ms']
      for (let n = 0; n < 4; n++) await expect(promisify(execFile)('rclone', args, { env })).rejects.toThrow()
      const login = await here.w.app.inject({
        method: 'POST',
        url: '/api/v3/auth/login',
        payload: { username, password },
        remoteAddress: '127.0.0.1',
      })
      expect(login.statusCode).toBe(200)
    })

    test('reads a part of a file', async () => {
      const part = await run('cat', '--offset', '8', '--count', '4', `shelf:${folder}/${song}`)
      expect(part).toBe('WAVE')
    })

    test('changes nothing', async () => {
      mkdirSync(join(copy, 'new'))
      cpSync(join(here.root, rain, 'booklet.pdf'), join(copy, 'new/a.pdf'))
      await expect(run('copy', '--retries', '1', copy, 'shelf:')).rejects.toThrow()
      await expect(run('deletefile', `shelf:${folder}/booklet.pdf`)).rejects.toThrow()
      expect(await run('lsf', `shelf:${folder}`)).toContain('booklet.pdf')
      expect(readFileSync(join(here.root, rain, 'booklet.pdf')).length).toBeGreaterThan(0)
    })
  })
})
