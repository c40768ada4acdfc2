// @module-tag large
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { lockDataFolder } from '../db/server-lock.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { readTar, writeTar } from '../features/backup/tar.ts'
import { createLog } from '../lib/log.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { importWorks, runKoedana } from './testing/run-koedana.ts'

let folder = ''
let data = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-backup-'))
  data = join(folder, 'data')
  file = join(folder, 'one.tar')
  await mkdir(data)
  await importWorks(data, 20)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const exported = async (of: string) => (await runKoedana(of, ['export'])).output
const backUp = async (...words: string[]) => {
  const { code, output, errors } = await runKoedana(data, ['backup', file, ...words])
  expect([code, errors]).toEqual([0, ''])
  return output
}

describe('a backup', () => {
  test('lies among the others if no path is given', async () => {
    const { output } = await runKoedana(data, ['backup'])
    expect(output).toMatch(/^Backed up \d+ rows and 0 cover files to .*koedana-\d{4}-.*Z\.tar \(\d+ bytes\)/)
    expect(await readdir(join(data, 'backups'))).toHaveLength(1)
    const elsewhere = { BACKUP_DIR: join(folder, 'elsewhere') }
    expect((await runKoedana(data, ['backup'], elsewhere)).code).toBe(0)
    expect(await readdir(elsewhere.BACKUP_DIR)).toHaveLength(1)
  })

  test('goes into a folder that is named, and never over a file', async () => {
    expect((await runKoedana(data, ['backup', folder])).code).toBe(0)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
    await backUp()
    expect(await runKoedana(data, ['backup', file])).toEqual({
      code: 1,
      output: '',
      errors: `${file} exists already and is not overwritten.\n`,
    })
  })

  test.each([
    [['backup', 'a', 'b'], "too many arguments for 'backup'"],
    [['backup', '--all'], "unknown option '--all'"],
    [['restore'], "missing required argument 'path'"],
    [['restore', 'a', '--into'], "option '--into <folder>' argument missing"],
    [['restore', 'a', '--over', 'b'], "unknown option '--over'"],
    [['migrate-to'], "missing required argument 'target'"],
    [['import', 'a', 'b'], "too many arguments for 'import'"],
    [['export', 'a', 'b'], "too many arguments for 'export'"],
    [['export', '--readble'], '(Did you mean --readable?)'],
  ])('the invalid command line %j is rejected with exit code 2', async (args, reason) => {
    expect(await runKoedana(data, args)).toEqual({
      code: 2,
      output: '',
      errors: expect.stringContaining(reason),
    })
  })

  test('a database address that is not PostgreSQL is rejected, and no folder of that name is created', async () => {
    const { code, errors } = await runKoedana(data, ['migrate-to', 'mysql://a'])
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('must be postgres://') })
  })

  test('of nothing is none', async () => {
    const { code, errors } = await runKoedana(join(folder, 'new'), ['backup', file])
    expect([code, errors]).toEqual([1, expect.stringContaining('cannot be opened')])
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('has the key only if somebody says so', async () => {
    await writeFile(join(data, 'secret.key'), 'x'.repeat(40))
    expect(await backUp()).toContain('The backup does not contain the encryption key')
    expect(await namesIn(file)).not.toContain('secret.key')
    await rm(file)
    expect(await backUp('--with-key')).toContain('The backup contains the encryption key')
    expect((await runKoedana(data, ['restore', file, '--into', join(folder, 'new')])).code).toBe(0)
    expect(await readFile(join(folder, 'new', 'secret.key'), 'utf8')).toBe('x'.repeat(40))
    expect((await stat(join(folder, 'new', 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  test('for which the disk has no room leaves nothing, and says so', async () => {
    await mkdir(join(data, 'covers', 'RJ90000000', 'v'), { recursive: true })
    await writeFile(join(data, 'covers', 'RJ90000000', 'v', 'original.png'), randomBytes(2_000_000))
    const command = `ulimit -f 1000 && exec "${process.execPath}" "${main}" backup "${file}"`
    const child = spawn('sh', ['-c', command], { env: { ...process.env, DATA_DIR: data } })
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([child.exitCode, errors]).toEqual([
      1,
      expect.stringContaining(`The backup ${file} cannot be written`),
    ])
    expect((await readdir(folder)).toSorted()).toEqual(['data'])
  })
})

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

async function namesIn(path: string): Promise<string[]> {
  const names = []
  for await (const { name } of readTar(path)) names.push(name)
  return names
}

describe('restoring', () => {
  test('brings back what was there, and keeps what is there now', async () => {
    const before = await exported(data)
    await backUp()
    await importWorks(data, 30)
    const later = await exported(data)
    await mkdir(join(data, 'spoken'))
    await writeFile(join(data, 'index.snapshot'), 'of another time')
    // An earlier restore was killed.
    await mkdir(join(data, 'restore-killed.part', 'covers'), { recursive: true })
    const { code, output } = await runKoedana(data, ['restore', file])
    expect(code).toBe(0)
    const kept = /The previous data is in (.*)\.\n/.exec(output)?.[1] ?? ''
    expect(await exported(data)).toBe(before)
    expect(await exported(kept)).toBe(later)
    expect((await readdir(data)).filter((name) => name === 'spoken' || name.endsWith('.part'))).toEqual([])
    expect((await runKoedana(data, ['doctor'])).code).toBe(0)
  })

  const stamp = '2026-11-20T12-00-00.000Z'
  /** What a killed restore may have left of the covers: the locations of the old and the new ones. */
  test.each([
    ['before it replaced anything', 'covers', `restore-${stamp}.ready/covers`],
    ['behind the old covers', `before-restore-${stamp}/covers`, `restore-${stamp}.ready/covers`],
    ['behind the new covers', `before-restore-${stamp}/covers`, 'covers'],
  ])('that was killed %s is brought to its end before the next start', async (_, oldCovers, newCovers) => {
    const before = await exported(data)
    await backUp()
    await importWorks(data, 30)
    const later = await exported(data)
    const made = join(folder, 'made')
    expect((await runKoedana(data, ['restore', file, '--into', made])).code).toBe(0)
    await mkdir(join(data, `before-restore-${stamp}`))
    await mkdir(join(data, 'restore-killed.part'))
    await rename(made, join(data, `restore-${stamp}.ready`))
    await rm(join(data, `restore-${stamp}.ready`, 'covers'), { recursive: true })
    for (const [path, name] of [
      [oldCovers, 'old'],
      [newCovers, 'new'],
    ] as const)
      await mkdir(join(data, path, name), { recursive: true })
    const { release } = await claimDataFolder(readConfig({ DATA_DIR: data }), createLog('silent'))
    release()
    expect(await exported(data)).toBe(before)
    expect(await exported(join(data, `before-restore-${stamp}`))).toBe(later)
    expect(await readdir(join(data, 'covers'))).toEqual(['new'])
    expect(await readdir(join(data, `before-restore-${stamp}`, 'covers'))).toEqual(['old'])
    expect((await readdir(data)).filter((name) => name.startsWith('restore-'))).toEqual([])
  })

  test('mends a folder whose database is beyond reading', async () => {
    const before = await exported(data)
    await backUp()
    await writeFile(
      sqliteFile(data),
      'no database at all, and long enough for a header of one hundred bytes'.repeat(9),
    )
    expect((await runKoedana(data, ['export'])).code).toBe(1)
    expect((await runKoedana(data, ['restore', file])).code).toBe(0)
    expect(await exported(data)).toBe(before)
  })

  test('is refused while a server runs', async () => {
    await backUp()
    const { release } = await lockDataFolder({ folder: data })
    const { code, errors } = await runKoedana(data, ['restore', file])
    release()
    expect([code, errors]).toEqual([1, expect.stringContaining('Another Koedana server is running')])
  })

  test('says that the key is missing where secrets are sealed', async () => {
    const database = await openDatabase({ folder: data })
    await database.write.insertInto('setting').values({ name: 'linkSecret', value: 'sealed1.abc' }).execute()
    await database.close()
    await backUp()
    const { output } = await runKoedana(data, ['restore', file, '--into', join(folder, 'new')])
    expect(output).toContain('The secrets in this database are sealed, but their key')
  })

  const damages: [string, (bytes: Buffer) => Buffer, string][] = [
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 3_000), 'it is cut off'],
    ['without its end', (bytes) => Buffer.concat([bytes.subarray(0, 512 * 8), Buffer.alloc(1_024)]), 'it'],
    ['empty', () => Buffer.alloc(0), 'it is cut off'],
    ['something else', () => Buffer.from('a letter to nobody'.repeat(100)), 'it is none, or damaged'],
    ['of other bytes', flipped, 'its bytes are others than were written'],
  ]
  test.each(damages)(
    'a file that is %s is refused before anything is changed',
    async (_name, damage, words) => {
      await backUp()
      await writeFile(file, damage(await readFile(file)))
      const before = await readdir(data)
      const { code, errors } = await runKoedana(data, ['restore', file])
      expect([code, errors]).toEqual([1, expect.stringContaining(`${file} is no whole backup: ${words}`)])
      expect(await readdir(data)).toEqual(before)
    },
  )

  test('a backup of a newer version is refused by the name of its step', async () => {
    await rewrite((name, bytes) =>
      name === 'koedana-backup.json'
        ? Buffer.from(bytes.toString().replace('"0001-catalogue"', '"0001-catalogue","9999-later"'))
        : bytes,
    )
    expect(await runKoedana(data, ['restore', file])).toMatchObject({
      code: 1,
      errors: 'A newer version of Koedana made the backup (9999-later). Use that version or a later one.\n',
    })
  })

  test('names that lead elsewhere are passed over, and rows that are not those counted are refused', async () => {
    await rewrite((_name, bytes) => bytes, ['covers/../../escaped', 'covers/a/../../b', '/covers/c'])
    const refused = await runKoedana(data, ['restore', file])
    expect(refused.code).toBe(0)
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'one.tar'])
    await rewrite(
      (name, bytes) => (name.startsWith('rows/maker/') ? gzipSync('[1,"m","n",null,"",""]') : bytes),
      [],
      'rows/maker/000001.jsonl.gz',
    )
    const other = await runKoedana(data, ['restore', file])
    expect([other.code, other.errors]).toEqual([1, expect.stringContaining('Of maker 1 rows were read back')])
  })

  /** Rewrites the backup with other entries and a manifest that matches its bytes. */
  async function rewrite(
    change: (name: string, bytes: Buffer) => Buffer,
    strangers: readonly string[] = [],
    added?: string,
  ) {
    await rm(file, { force: true })
    await backUp()
    const entries: [string, Buffer][] = []
    for await (const { name, bytes } of readTar(file)) entries.push([name, change(name, bytes)])
    const handle = await open(file, 'w')
    const tar = writeTar(handle)
    for (const [name, bytes] of entries) {
      if (name !== 'manifest.json') await tar.add(name, bytes)
      else {
        for (const stranger of strangers) await tar.add(stranger, Buffer.from('strange'))
        if (added !== undefined) await tar.add(added, change(added, Buffer.alloc(0)))
        const manifest = { ...JSON.parse(bytes.toString()), sha256: tar.digest() }
        await tar.add(name, Buffer.from(JSON.stringify(manifest)))
      }
    }
    await tar.end()
    await handle.close()
  }
})

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const at = changed.indexOf('rows/work/') + 512 + 40
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
