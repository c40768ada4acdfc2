// @module-tag large
/** Runs cadaver against the WebDAV folders: it lists, enters a folder and downloads a file, and cannot change anything. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type DavWorld, davWorld, folder, rain, song } from './testing/dav-world.ts'

/** On CI all programs must be installed, so nothing is skipped. */
const isMissing = process.env.CI !== 'true' && spawnSync('cadaver', ['--version']).error !== undefined

describe.skipIf(isMissing)('cadaver', () => {
  eachEngine((engine) => {
    let here: DavWorld
    let home: string
    beforeEach(async () => {
      here = await davWorld(engine)
      home = mkdtempSync(join(tmpdir(), 'koedana-cadaver-'))
    })
    afterEach(async () => {
      await here.close()
      rmSync(home, { recursive: true })
    })

    /** Returns the output for these commands. */
    const run = async (commands: readonly string[]) => {
      const child = spawn('cadaver', [`${here.origin}/dav/`], {
        cwd: home,
        env: { ...process.env, HOME: home },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      child.stdin.end(`${[...commands, 'quit'].join('\n')}\n`)
      const [printed] = await Promise.all([text(child.stdout), text(child.stderr)])
      return printed
    }

    test('lists, fetches a file byte for byte, and changes nothing', async () => {
      const { username, password } = await here.enter()
      writeFileSync(join(home, '.netrc'), `machine 127.0.0.1\nlogin ${username}\npassword ${password}\n`)
      expect(await run(['ls'])).toContain(folder)
      const printed = await run([`cd "${rain}"`, 'ls', 'get booklet.pdf', 'delete booklet.pdf', 'mkcol new'])
      expect(printed).toContain(song.replaceAll('"', ''))
      expect(readFileSync(join(home, 'booklet.pdf'), 'utf8')).toBe('%PDF-1.4')
      expect(printed).toMatch(/Deleting `booklet\.pdf'[^\n]*failed/)
      expect(printed).toMatch(/Creating `new'[^\n]*failed/)
    })

    test('with a wrong password it sees nothing', async () => {
      const { username } = await here.enter()
      writeFileSync(join(home, '.netrc'), `machine 127.0.0.1\nlogin ${username}\npassword guess\n`)
      expect(await run(['ls'])).not.toContain(folder)
    })
  })
})
