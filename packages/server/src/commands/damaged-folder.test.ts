/** `serve` and `koedana doctor` report corruption in the data folder in plain words. */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { importWorks, runKoedana } from './testing/run-koedana.ts'

let folder = ''
const at = (name: string) => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function printed(words: string): Promise<void> {
  expect(await runKoedana(folder, ['serve'])).toMatchObject({ code: 1, errors: `${words}\n` })
  expect(await runKoedana(folder, ['doctor'])).toEqual({ code: 1, output: `${words}\n`, errors: '' })
}

test.each(['koedana.sqlite', 'koedana.sqlite-wal', 'koedana.sqlite-shm', 'koedana.sqlite-journal'])(
  'a folder by the name of %s',
  async (name) => {
    mkdirSync(at(name))
    await printed(`${at(name)} is no file: move away what is there.`)
  },
)

test.each(['covers', 'backups', 'feeds'])('a file by the name of %s', async (name) => {
  writeFileSync(at(name), '')
  await printed(`${at(name)} is no folder: move away what is there.`)
})

test('everything that is wrong is reported at once', async () => {
  mkdirSync(at('server.lock'))
  mkdirSync(at('secret.key'))
  await printed(
    ['server.lock', 'secret.key']
      .map((name) => `${at(name)} is no file: move away what is there.`)
      .join('\n'),
  )
})

test('a link to a disk that is not there', async () => {
  symlinkSync('/nowhere/koedana/covers', at('covers'))
  await printed(`${at('covers')} leads to a place that is not there: is a disk missing?`)
  expect(existsSync(at('koedana.sqlite'))).toBe(false)
})

test('a file under the path of the folder', async () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  await printed(`The data folder cannot be used: ${folder} is no folder: move away what is there.`)
})

describe.skipIf(process.getuid?.() === 0)('that who runs it may not use', () => {
  test('a database without the right to read it', async () => {
    await importWorks(folder, 1)
    chmodSync(at('koedana.sqlite'), 0o000)
    await printed(
      `${at('koedana.sqlite')} is not open to who runs Koedana: EACCES: permission denied, access '${at('koedana.sqlite')}'.`,
    )
  })

  test('a folder without the right to write to it', async () => {
    await importWorks(folder, 1)
    chmodSync(folder, 0o500)
    const words = `The data folder cannot be used: ${folder} is not open to who runs Koedana: EACCES: permission denied, access '${folder}'.`
    await printed(words).finally(() => chmodSync(folder, 0o700))
  })
})

test('an empty file is no damage where nothing was ever kept, and a few letters are no database', async () => {
  writeFileSync(at('koedana.sqlite'), '')
  expect(await runKoedana(folder, ['doctor'])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`There is no database at ${at('koedana.sqlite')} yet.\n`),
  })
  writeFileSync(at('koedana.sqlite'), 'a letter\n')
  const words = `${at('koedana.sqlite')} is no database: it begins with something else, or was overwritten.`
  expect((await runKoedana(folder, ['doctor'])).output).toContain(words)
  expect((await runKoedana(folder, ['serve'])).errors).toContain(words)
})

test('a change that another program did not end', async () => {
  await importWorks(folder, 1)
  writeFileSync(at('koedana.sqlite-journal'), Buffer.alloc(5_000, 0x5a))
  expect(await runKoedana(folder, ['doctor'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('holds a change that some program began and did not end.'),
  })
})

test('a folder under the path of the index snapshot is reported, and nothing else about it', async () => {
  await importWorks(folder, 1)
  mkdirSync(at('index.snapshot'))
  expect(await runKoedana(folder, ['doctor'])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${at('index.snapshot')} is a folder: remove it`),
  })
})

test('a key that is lost is reported, and no other one is made', async () => {
  await importWorks(folder, 1)
  const key = at('secret.key')
  expect(await runKoedana(folder, ['doctor'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('No secrets are sealed yet.\n'),
  })
  await sealSomething()
  expect((await runKoedana(folder, ['doctor'])).output).toContain('The key opens all 1 sealed secrets.\n')
  rmSync(key)
  const words = `The secrets in this database are sealed, but their key ${key} is missing.`
  expect(await runKoedana(folder, ['doctor'])).toMatchObject({
    code: 1,
    output: expect.stringContaining(words),
  })
  expect(await runKoedana(folder, ['serve'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining(words),
  })
  expect(existsSync(key)).toBe(false)
  writeFileSync(key, 'the key of some other server, as it seems')
  const other = 'The secrets in this database were sealed with another key.'
  expect(await runKoedana(folder, ['doctor'])).toMatchObject({
    code: 1,
    output: expect.stringContaining(other),
  })
})

async function sealSomething(): Promise<void> {
  const database = await openDatabase({ folder })
  await openVault({ write: database.write, dataFolder: folder })
  await database.close()
}
