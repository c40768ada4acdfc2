import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runKoedana } from './testing/run-koedana.ts'

let folder = ''
let server: FakeDrives
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-drive-'))
  server = await startDrives()
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('accounts are linked by an rclone configuration, by their numbers, and no secret is printed', async () => {
  const { issuer } = server.providers.dropbox
  const { accessToken, refreshToken } = issuer.issue()
  const token = JSON.stringify({ access_token: accessToken, refresh_token: refreshToken })
  const keys = `client_id = ${issuer.app.clientId}\nclient_secret = ${issuer.app.clientSecret}\ntoken = ${token}`
  const path = join(folder, 'rclone.conf')
  await writeFile(path, `[one\u001b[31m]\ntype = dropbox\n${keys}\n[two]\ntype = crypt\n`)
  const koedana = (args: string[]) => runKoedana(join(folder, 'data'), args, { DRIVE_GATEWAY: server.url })
  const shown = await koedana(['drive', 'import-rclone', path])
  expect(shown).toMatchObject({ code: 0, errors: '' })
  expect(shown.output).toContain('0\tone [31m\tdropbox\tcan be linked\n1\ttwo\tcrypt\tis encrypted')
  expect((await koedana(['drive', 'import-rclone', path, '1'])).errors).toContain('two\tcrypt\tis encrypted')
  expect((await koedana(['drive', 'import-rclone', path, '7'])).errors).toBe('There is no remote 7.\n')
  const taken = await koedana(['drive', 'import-rclone', path, '0'])
  expect(taken).toMatchObject({ code: 0, errors: '' })
  expect(taken.output).toMatch(/^one \[31m is linked: dropbox, haruka@/)
  issuer.revoke()
  const stale = await koedana(['drive', 'import-rclone', path, '0'])
  expect(stale.errors).toBe('one [31m was not linked: the provider no longer accepts the token.\n')
  expect(JSON.stringify([shown, taken, stale])).not.toMatch(/-(?:at|rt|secret|code)-/)
})

test('what is no configuration is said in words', async () => {
  const errorOf = async (...args: string[]) =>
    (await runKoedana(join(folder, 'data'), ['drive', ...args])).errors
  const path = join(folder, 'x')
  expect(await errorOf()).toContain('import-rclone')
  expect(await errorOf('import-rclone')).toContain("missing required argument 'file'")
  expect(await errorOf('import-rclone', folder)).toContain('is not a file.')
  await writeFile(path, 'RCLONE_ENCRYPT_V0:\nabc')
  expect(await errorOf('import-rclone', path)).toContain('The configuration is encrypted.')
  await writeFile(path, 'hello')
  expect(await errorOf('import-rclone', path)).toContain('is not an rclone configuration')
  await writeFile(path, 'x'.repeat(300_000))
  expect(await errorOf('import-rclone', path)).toContain('is too large for')
})
