/** Which folders of this machine may be storages, and a look into them for who has to choose one. */
import { constants, type Dirent } from 'node:fs'
import { access, opendir, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import type { PickedFolder } from '@koedana/contract/storages.ts'
import { AppError } from '../../lib/app-error.ts'
import { audioFormatOf } from '../library/media/formats.rules.ts'
import { compareNatural } from '../library/media/natural.rules.ts'
import { isJunk } from '../library/scan/names.rules.ts'
import { madeFolders } from '../library/scan/own-files.rules.ts'

export interface Folders {
  /** The real path of a folder that may be a storage. Throws `folderUnreadable`, with the reason at this field. */
  readonly admit: (path: string, field: string) => Promise<string>
  /** What may be chosen below a path; without one, where to begin. Throws `folderUnreadable`. */
  readonly look: (path: string | undefined) => Promise<FolderPage>
}

export interface FolderPage {
  readonly path: string | null
  readonly parent: string | null
  readonly folders: readonly PickedFolder[]
  readonly isMore: boolean
}

export interface FolderSources {
  /** Set by whoever runs the machine: nothing else may be chosen. */
  readonly roots: readonly string[] | undefined
  /** Nothing of ours is a storage. */
  readonly dataFolder: string
  /** Folders that are storages already. */
  readonly listRoots: () => Promise<readonly string[]>
}

/** Where libraries lie on most machines: a picker begins there, and other paths are typed. */
const usualRoots = ['/media', '/run/media', '/mnt', '/srv', '/data', '/Volumes']

/** What no administrator means, and no scan comes to an end of. */
const neverRoots = ['/', '/proc', '/sys', '/dev']

export function createFolders({ roots, dataFolder, listRoots }: FolderSources): Folders {
  const isOurs = async (real: string) => isWithin(await realOf(dataFolder), real)
  /** Whether it is the data folder, or what we make in it: a library that somebody keeps beside that is theirs. */
  const isMade = async (real: string) => {
    const data = await realOf(dataFolder)
    return data === real || madeFolders.some((name) => data !== undefined && isWithin(join(data, name), real))
  }
  const begin = async () => {
    const wanted = roots ?? [homedir(), ...usualRoots, ...(await listRoots())]
    const found = await Promise.all(wanted.map(realOf))
    const real = [...new Set(found)].filter((one): one is string => one !== undefined)
    const isReadable = await Promise.all(real.map(async (one) => one !== '/' && (await canList(one))))
    return real.filter((_, at) => isReadable[at])
  }

  const admit: Folders['admit'] = async (path, field) => {
    const refuse = (reason: string, cause?: unknown) =>
      new AppError('folderUnreadable', { fields: { [field]: reason }, cause })
    const real = await readable(path).catch((cause: unknown) => {
      throw refuse('folderUnreadable', cause)
    })
    const isAllowed = roots === undefined || (await begin()).some((root) => isWithin(root, real))
    if (!isAllowed) throw refuse('folderOutside')
    const isSystem = neverRoots.some((one) => one === real || (one !== '/' && isWithin(one, real)))
    if (isSystem || (await isMade(real))) throw refuse('folderOurs')
    return real
  }

  const look: Folders['look'] = async (path) => {
    const beginnings = await begin()
    if (path === undefined) {
      const folders = beginnings.map((root) => ({ name: root, path: root, audioFiles: null, isMore: false }))
      return { path: null, parent: null, folders, isMore: false }
    }
    const isOffered = async (real: string) =>
      beginnings.some((root) => isWithin(root, real)) && !(await isOurs(real))
    try {
      const real = await readable(path)
      if (!(await isOffered(real))) throw new TypeError('lies outside of what may be chosen')
      const { paths, isMore } = await foldersIn(real, isOffered)
      const parent = (await isOffered(dirname(real))) ? dirname(real) : null
      return { path: real, parent, folders: await counted(paths), isMore }
    } catch (cause) {
      // Whether something is there that may not be chosen is nobody's business.
      throw new AppError('folderUnreadable', { fields: { 'query.path': 'folderUnreadable' }, cause })
    }
  }

  return { admit, look }
}

/** The real path. Throws where it is no folder that this process can read. */
async function readable(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new TypeError('a path from nowhere in particular')
  const real = await realpath(path)
  await access(real, constants.R_OK | constants.X_OK)
  if (!(await stat(real)).isDirectory()) throw new TypeError('no folder')
  await readdir(real)
  return real
}

const realOf = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined)

const canList = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

/** Both are real paths. A folder lies within itself. */
const isWithin = (root: string | undefined, path: string): boolean =>
  root !== undefined && (path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))

const mostFolders = 1_000
const mostEntries = 20_000

/** Hidden ones are left out, and so are links that lead elsewhere. */
async function foldersIn(
  path: string,
  isOffered: (real: string) => Promise<boolean>,
): Promise<{ paths: string[]; isMore: boolean }> {
  const paths: string[] = []
  let seen = 0
  for await (const entry of await opendir(path)) {
    seen += 1
    if (seen > mostEntries || paths.length >= mostFolders) return { paths: sorted(paths), isMore: true }
    if (isJunk(entry.name) || /[\p{Cc}\ufffd]/u.test(entry.name)) continue
    if (!entry.isDirectory() && !entry.isSymbolicLink()) continue
    const full = join(path, entry.name)
    const real = entry.isSymbolicLink() ? await folderBehind(full) : full
    if (real !== undefined && (await isOffered(real))) paths.push(full)
  }
  return { paths: sorted(paths), isMore: false }
}

const sorted = (paths: readonly string[]) =>
  paths.toSorted((a, b) => compareNatural(basename(a), basename(b)))

async function folderBehind(link: string): Promise<string | undefined> {
  const real = await realOf(link)
  if (real === undefined) return undefined
  const isFolder = await stat(real).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? real : undefined
}

/** Counting is a help: it may take no longer than somebody waits for a list. */
const longestCountMs = 700
const mostCounted = 2_000

async function counted(paths: readonly string[]): Promise<PickedFolder[]> {
  const until = performance.now() + longestCountMs
  const folders: PickedFolder[] = []
  for (const path of paths) {
    const found = performance.now() < until ? await countAudio(path, until) : undefined
    folders.push({
      name: basename(path),
      path,
      audioFiles: found?.count ?? null,
      isMore: found?.isMore ?? false,
    })
  }
  return folders
}

/** What lies high is counted first; links are not followed. */
async function countAudio(top: string, until: number): Promise<{ count: number; isMore: boolean }> {
  const waiting = [top]
  let count = 0
  let seen = 0
  for (const folder of waiting) {
    for (const entry of await entriesOf(folder)) {
      seen += 1
      if (seen > mostCounted || performance.now() > until) return { count, isMore: true }
      if (isJunk(entry.name)) continue
      if (entry.isDirectory()) waiting.push(join(folder, entry.name))
      else if (entry.isFile() && audioFormatOf(entry.name) !== undefined) count += 1
    }
  }
  return { count, isMore: false }
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => [])
