import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolders, type FolderSources } from './folders.ts'

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
  createFolders({
    roots: [join(top, 'root')],
    dataFolder: join(top, 'root/data'),
    listRoots: async () => [],
    ...given,
  })

test('it begins with the roots that are there, and shows what lies below in the order of people', async () => {
  const folders = open({ roots: [join(top, 'root'), join(top, 'gone')] })
  const begun = await folders.look(undefined)
  expect(begun).toMatchObject({ path: null, parent: null })
  expect(begun.folders.map(({ path }) => path)).toEqual([join(top, 'root')])
  const page = await folders.look(join(top, 'root'))
  expect(page).toMatchObject({ path: join(top, 'root'), parent: null, isMore: false })
  expect(page.folders.map(({ name, audioFiles }) => [name, audioFiles])).toEqual([
    ['leads-in', 2],
    ['Works', 2],
    ['Works 2', 0],
    ['Works 10', 0],
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

test('where nobody set roots, the usual places and those of storages are a beginning', async () => {
  const roots = async () => [join(top, 'root/Works'), join(top, 'gone')]
  const { folders } = await open({ roots: undefined, listRoots: roots }).look(undefined)
  expect(folders.map(({ path }) => path)).toContain(join(top, 'root/Works'))
  expect(folders.map(({ path }) => path)).not.toContain(join(top, 'gone'))
})

test('very many folders are some of them, soon', async () => {
  await Promise.all(Array.from({ length: 1_200 }, (_, n) => mkdir(join(top, `root/Works/${n}`))))
  const page = await open().look(join(top, 'root/Works'))
  expect(page.isMore).toBe(true)
  expect(page.folders).toHaveLength(1_000)
})
