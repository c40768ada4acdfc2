import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolders, type FolderSources, type Folders } from './folders.ts'

let top: string
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'koedana-folders-')))
  const folders = [
    'root/Works/RJ90000001',
    'root/Works 10',
    'root/Works 2',
    'root/.hidden',
    'root/data',
    'outside',
  ]
  for (const folder of folders) await mkdir(join(top, folder), { recursive: true })
  for (const file of [
    'root/Works/RJ90000001/1.mp3',
    'root/Works/RJ90000001/2.flac',
    'root/Works/a.txt',
    'root/b.mp3',
  ])
    await writeFile(join(top, file), '')
  await symlink(join(top, 'outside'), join(top, 'root/leads-out'))
  await symlink(join(top, 'root/Works'), join(top, 'root/leads-in'))
  await symlink(join(top, 'root/nowhere'), join(top, 'root/broken'))
})
afterEach(() => rm(top, { recursive: true }))

const open = (given: Partial<FolderSources> = {}) =>
  looking(
    createFolders({
      roots: [join(top, 'root')],
      dataFolder: join(top, 'root/data'),
      listRoots: async () => [],
      ...given,
    }),
  )

const looking = ({ admit, look }: Folders) => ({
  admit,
  look: (path?: string) => look(path, 'query.path'),
})

test('it begins with the roots that are there, and shows what lies below in the order of people', async () => {
  const folders = open({ roots: [join(top, 'root'), join(top, 'gone')] })
  const begun = await folders.look()
  expect(begun).toMatchObject({ path: null, parent: null })
  expect(begun.folders.map(({ path }) => path)).toEqual([join(top, 'root')])
  const page = await folders.look(join(top, 'root'))
  expect(page).toMatchObject({ path: join(top, 'root'), parent: null, hasMoreFolders: false })
  expect(page).toMatchObject({ audioFiles: 3, works: 2, packed: 0, isMore: false })
  expect(page.folders.map(({ name, audioFiles, works }) => [name, audioFiles, works])).toEqual([
    ['leads-in', 2, 1],
    ['Works', 2, 1],
    ['Works 2', 0, 0],
    ['Works 10', 0, 0],
  ])
  expect(await folders.look(join(top, 'root/Works'))).toMatchObject({ parent: join(top, 'root') })
})

test('what lies elsewhere is refused like what is not there', async () => {
  const folders = open()
  const paths = ['outside', 'root/leads-out', 'root/data', 'root/../outside', 'root/gone', 'root/b.mp3', '']
  for (const path of [
    ...paths.map((one) => join(top, one)),
    'root',
    '\0',
    '/',
    '/etc',
    `/${'x'.repeat(5_000)}`,
  ])
    await expect(folders.look(path), path).rejects.toMatchObject({
      code: 'folderUnreadable',
      fields: { 'query.path': 'folderUnreadable' },
    })
})

test('a storage lies below the roots where somebody set them, and anywhere but in our folder where nobody did', async () => {
  const reasonOf = (path: string, given?: Partial<FolderSources>) =>
    open(given)
      .admit(join(top, path), 'f')
      .then(
        (real) => real.slice(top.length + 1),
        ({ fields }) => fields.f,
      )
  expect(await reasonOf('root/leads-in')).toBe('root/Works')
  expect(await reasonOf('outside')).toBe('folderOutside')
  expect(await reasonOf('root/leads-out')).toBe('folderOutside')
  expect(await reasonOf('root/data')).toBe('folderOurs')
  expect(await reasonOf('root/b.mp3')).toBe('folderUnreadable')
  expect(await reasonOf('outside', { roots: undefined })).toBe('outside')
  expect(await reasonOf('root/data', { roots: undefined })).toBe('folderOurs')
  await expect(open({ roots: undefined }).admit('/', 'f')).rejects.toMatchObject({
    fields: { f: 'folderOurs' },
  })
})

test('where nobody set roots, the usual folders and those of storages are a beginning', async () => {
  const roots = async () => [join(top, 'root/Works'), join(top, 'gone')]
  const { folders } = await open({ roots: undefined, listRoots: roots }).look()
  expect(folders.map(({ path }) => path)).toContain(join(top, 'root/Works'))
  expect(folders.map(({ path }) => path)).not.toContain(join(top, 'gone'))
})

test('where nobody set roots, a path that is typed is looked at, but never the system and what is ours', async () => {
  const folders = open({ roots: undefined })
  expect(await folders.look(join(top, 'root/Works'))).toMatchObject({ works: 1, parent: join(top, 'root') })
  for (const path of ['/', '/proc', '/dev', join(top, 'root/data'), join(top, 'root/gone')])
    await expect(folders.look(path), path).rejects.toMatchObject({ code: 'folderUnreadable' })
})

test('very many folders are some of them, soon', async () => {
  await Promise.all(Array.from({ length: 1_200 }, (_, n) => mkdir(join(top, `root/Works/${n}`))))
  const page = await open().look(join(top, 'root/Works'))
  expect(page.hasMoreFolders).toBe(true)
  expect(page.folders).toHaveLength(1_000)
})

test('works are counted as a scan would find them, packed ones among them', async () => {
  for (const file of [
    'Album/a.mp3',
    'Album/disc 2/b.mp3',
    'サークル/RJ90000003 雨の夜/01 はじめに.mp3',
    'RJ90000004 pictures/a.jpg',
    'RJ90000005.zip',
    'RJ90000003.zip',
  ]) {
    await mkdir(join(top, 'root/Mixed', file, '..'), { recursive: true })
    await writeFile(join(top, 'root/Mixed', file), '')
  }
  expect(await open().look(join(top, 'root/Mixed'))).toMatchObject({ audioFiles: 3, works: 3, packed: 1 })
})

test('of a folder of very many works some are counted, and more are told of', async () => {
  const many = join(top, 'root/many')
  for (let n = 0; n < 2_500; n++)
    await mkdir(join(many, `RJ9${String(n).padStart(7, '0')}`), { recursive: true })
  for (const name of await readdir(many)) await writeFile(join(many, name, '1.mp3'), '')
  const page = await open().look(many)
  expect(page.isMore).toBe(true)
  expect(page.works).toBeGreaterThan(0)
})

test('hostile folders are counted in part or not at all, and never fail a list', async () => {
  const wide = join(top, 'root/wide')
  await mkdir(wide)
  await Promise.all(Array.from({ length: 2_100 }, (_, n) => writeFile(join(wide, `${n}.mp3`), '')))
  await mkdir(join(top, 'root/deep', ...Array.from({ length: 300 }, () => 'd')), { recursive: true })
  await symlink('/', join(wide, 'top'))
  await symlink(wide, join(wide, 'itself'))
  await mkdir(join(top, 'root/locked'))
  await chmod(join(top, 'root/locked'), 0)
  await mkdir(join(top, 'root/\u0007bell'))
  await mkdir(Buffer.from(`${top}/root/\xff`, 'latin1'))
  const page = await open().look(join(top, 'root'))
  const found = new Map(page.folders.map((folder) => [folder.name, folder]))
  expect(found.get('wide')).toMatchObject({ isMore: true })
  expect(found.get('deep')).toMatchObject({ audioFiles: 0, works: 0 })
  expect([...found.keys()].filter((name) => /[\p{Cc}\ufffd]/u.test(name))).toEqual([])
  if (process.getuid?.() !== 0) expect(found.get('locked')).toMatchObject({ audioFiles: 0 })
  await chmod(join(top, 'root/locked'), 0o700)
})
