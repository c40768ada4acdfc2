import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { saveSealed, saveSetting } from '../db/settings.store.ts'
import { sound } from '../features/library/testing/library.ts'
import { createOldServer, type OldServer, oldHash } from '../features/migration/testing/old-kikoeru.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { importWorks, runKoedana } from './testing/run-koedana.ts'

let folder = ''
let data = ''
let old: OldServer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-moves-'))
  data = join(folder, 'data')
  const shelf = join(folder, 'shelf', 'RJ90000000 rain')
  mkdirSync(shelf, { recursive: true })
  writeFileSync(join(shelf, '1.wav'), sound('one'))
  mkdirSync(join(folder, 'old'))
  old = createOldServer(join(folder, 'old'), 'number178', [
    { name: 'voices', path: join(folder, 'shelf') },
    { name: 'inside a container', path: '/usr/src/kikoeru/VoiceWork' },
  ])
  old.insert('t_user', { name: 'haruka', password: oldHash('quiet moss 1'), group: 'administrator' })
  old.insert('t_work', {
    id: 90000000,
    title: 'Rain',
    root_folder: 'voices',
    dir: 'RJ90000000 rain',
    nsfw: 1,
  })
  old.insert('t_review', {
    user_name: 'haruka',
    work_id: '90000000',
    rating: 4,
    review_text: '\u001b[31mred',
  })
})
afterEach(() => {
  if (old.database.open) old.close()
  rmSync(folder, { recursive: true })
})

test('a dry run says what would come and changes nothing; the move itself scans, and comes once', async () => {
  const dry = await runKoedana(data, ['import-kikoeru', old.folder, '--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.output).toContain('t_review: 1 read, 1 carried over, 0 here already, 0 not matched')
  expect(dry.output).toContain('Dry run: nothing was changed.')
  expect((await runKoedana(data, ['user', 'list'])).output).toBe('')
  expect((await runKoedana(data, ['export'])).output).not.toContain('RJ90000000')
  const moved = await runKoedana(data, ['import-kikoeru', old.folder])
  expect(moved.output).toContain('rootFolders: the folder is not on this machine')
  expect(moved.output).toContain('  inside a container: /usr/src/kikoeru/VoiceWork')
  expect(moved.errors).toContain('scanning voices …')
  expect(moved.errors).toContain('personal data …')
  expect(moved.errors).not.toContain('ownData')
  expect((await runKoedana(data, ['user', 'list'])).output).toBe('haruka\tadmin\tactive\tr18\tnever\n')
  const again = await runKoedana(data, ['import-kikoeru', join(old.folder, 'sqlite', 'db.sqlite3'), '--json'])
  expect(JSON.parse(again.output)).toMatchObject({
    dryRun: false,
    tables: {
      t_user: { carried: 0, present: 1 },
      t_work: { carried: 0, present: 1 },
      t_review: { carried: 0, present: 1 },
      rootFolders: { carried: 0, present: 1, unmatched: 1 },
    },
  })
  expect(again.errors).not.toContain('scanning')
})

test('a dry run needs no key to what lies sealed here', async () => {
  mkdirSync(data)
  const database = await openDatabase({ folder: data })
  await migrate(database)
  const vault = await openVault({ write: database.write, dataFolder: data })
  await saveSealed(database.write, vault, { name: 'marketplace', value: '{}' })
  await saveSetting(database.write, 'newAccountCeiling', 'r15')
  await database.close()
  old.insert('t_user', { name: 'midori', password: oldHash('quiet moss 2'), group: 'user' })
  const dry = await runKoedana(data, ['import-kikoeru', old.folder, '--dry-run'])
  expect([dry.code, dry.errors]).toEqual([0, expect.not.stringContaining('key')])
  await runKoedana(data, ['import-kikoeru', old.folder, '--no-scan'])
  expect((await runKoedana(data, ['user', 'list'])).output).toContain('midori\tgeneral\tactive\tr15\t')
})

test('what is no database of such a server is refused in words, and nothing is changed', async () => {
  const errorsOf = async (...args: string[]) => {
    const { code, errors } = await runKoedana(data, ['import-kikoeru', ...args])
    expect(code).toBe(1)
    return errors
  }
  const file = (name: string, bytes: string | Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  expect(await errorsOf(old.folder, '--user', 'a=b c')).toContain('b c is not a valid user name.')
  expect(await errorsOf(old.folder, '--root', 'x=/tmp')).toContain('The old server has no folder x.')
  expect(await errorsOf(join(folder, 'nothing'))).toContain('No database of a kikoeru server was found at')
  expect(await errorsOf(file('empty', ''))).toContain('is not an SQLite database')
  expect(await errorsOf(file('text', 'words'.repeat(9_000)))).toContain('is not an SQLite database')
  old.database.exec('create table other (x)')
  const other = createOldServer(join(folder, 'other'), 'project')
  other.database.exec(
    'drop table t_user; create view t_user as with recursive r(n) as (select 1 union all select n from r) select n as name from r',
  )
  expect(await errorsOf(other.folder)).toContain('is a view')
  other.close()
  old.insert('t_work', ...Array.from({ length: 2_000 }, (_, n) => ({ id: n + 1, title: 'x'.repeat(200) })))
  old.close()
  const path = join(old.folder, 'sqlite', 'db.sqlite3')
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4096 * 3, 4096 * 40)
  expect(await errorsOf(file('torn', bytes))).toContain('is corrupted and was not read')
  truncateSync(path, 4096 * 3 + 17)
  appendFileSync(path, 'noise')
  expect(await errorsOf(path)).toContain('is corrupted and was not read')
  expect((await runKoedana(data, ['user', 'list'])).output).toBe('')
})

test('marks of a table come to one account, and what is no such table is refused in words', async () => {
  await importWorks(folder, 3, { DATA_DIR: data })
  await runKoedana(data, ['import-kikoeru', old.folder, '--no-scan'])
  const table = join(folder, 'table.csv')
  const take = (bytes: string | Uint8Array, ...more: string[]) => {
    writeFileSync(table, bytes)
    return runKoedana(data, ['import-csv', table, '--user', 'HARUKA', ...more])
  }
  const plain =
    '\ufeffcode;status;rating;note\r\nRJ90000001;finished;5;"two ""quoted""\nlines"\r\nRJ90000002;;3,0;\r\nRJ12345678;want;;\r\nx;want;;\r\n'
  const counts = 'lines: 4 read, 2 carried over, 0 here already, 2 not matched'
  expect((await take(plain, '--dry-run')).output).toContain(counts)
  expect((await take(plain)).output).toContain(counts)
  expect((await take(plain)).output).toContain('lines: 4 read, 0 carried over, 2 here already, 2 not matched')
  const wide = Buffer.concat([
    Buffer.from('fffe', 'hex'),
    Buffer.from('code\tstatus\nRJ90000001\tpostponed\n', 'utf16le'),
  ])
  expect((await take(wide)).output).toContain('lines: 1 read, 1 carried over')
  expect((await take(Buffer.from('836f8365', 'hex'))).errors).toContain('It looks like Shift_JIS or GBK')
  expect((await take('a,b\n1,2\n')).errors).toContain('code,status,rating,note')
  expect((await runKoedana(data, ['import-csv', table, '--user', 'nobody'])).errors).toContain(
    'code,status,rating,note',
  )
  writeFileSync(table, plain)
  expect((await runKoedana(data, ['import-csv', table, '--user', 'nobody'])).errors).toContain(
    'There is no account nobody.',
  )
  expect((await runKoedana(data, ['import-csv', table])).errors).toContain("required option '--user <name>'")
  expect((await runKoedana(data, ['import-csv', folder, '--user', 'haruka'])).errors).toContain(
    'Cannot read the file',
  )
})
