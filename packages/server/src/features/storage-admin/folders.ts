/** Decides which local folders may become storages, and lists folders for the folder picker. */
import { constants } from 'node:fs'
import { access, opendir, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { FolderPage } from '@koedana/contract/storages.ts'
import { AppError } from '../../lib/app-error.ts'
import { isWithin } from '../../lib/is-within.ts'
import { compareNatural } from '../library/media/natural.rules.ts'
import { isJunk } from '../library/scan/names.rules.ts'
import { serverFolders } from '../library/scan/server-files.rules.ts'
import { countFolder, createDeadline, noCounts } from './count-folder.ts'

export interface Folders {
  /** Returns the real path of a folder that may become a storage. Throws `folderUnreadable` with the reason at the given field. */
  readonly admit: (path: string, field: string) => Promise<string>
  /**
   * Lists the folders that may be chosen below a path; without a path, the starting points. Throws `folderUnreadable` at the given field.
   */
  readonly look: (path: string | undefined, field: string) => Promise<FolderPage>
}

export interface FolderSources {
  /** Set by the operator of the machine: only folders below these may be chosen. */
  readonly roots: readonly string[] | undefined
  /** The server's own data folder, which cannot be a storage. */
  readonly dataFolder: string
  readonly listRoots: () => Promise<readonly string[]>
}

/** Common locations of libraries, where the picker starts. Other paths can be entered. */
const defaultRoots = ['/media', '/run/media', '/mnt', '/srv', '/data', '/Volumes']

/** System folders, which would never finish scanning. */
const forbiddenRoots = ['/', '/proc', '/sys', '/dev']

const isSystemFolder = (real: string): boolean =>
  forbiddenRoots.some((one) => one === real || (one !== '/' && isWithin(one, real)))

/** Returns whether a path is the data folder or one of the server's own folders inside. Other folders inside belong to the user. */
async function isServerFolder(real: string, dataFolder: string): Promise<boolean> {
  const data = await resolveReal(dataFolder)
  if (data === undefined) return false
  return data === real || serverFolders.some((name) => isWithin(join(data, name), real))
}

/** Returns whether a folder must never become a storage. `real` is a path without links. */
export const isForbiddenFolder = async (real: string, dataFolder: string): Promise<boolean> =>
  isSystemFolder(real) || (await isServerFolder(real, dataFolder))

export function createFolders({ roots, dataFolder, listRoots }: FolderSources): Folders {
  const findStartingPoints = async () => {
    const wanted = roots ?? [homedir(), ...defaultRoots, ...(await listRoots())]
    const found = await Promise.all(wanted.map(resolveReal))
    const real = [...new Set(found)].filter((one): one is string => one !== undefined)
    const isReadable = await Promise.all(real.map(async (one) => one !== '/' && (await canList(one))))
    return real.filter((_, at) => isReadable[at])
  }

  const admit: Folders['admit'] = async (path, field) => {
    const refuse = (reason: string, cause?: unknown) =>
      new AppError('folderUnreadable', { fields: { [field]: reason }, cause })
    const real = await resolveReadable(path).catch((cause: unknown) => {
      throw refuse('folderUnreadable', cause)
    })
    const isAllowed = roots === undefined || (await findStartingPoints()).some((root) => isWithin(root, real))
    if (!isAllowed) throw refuse('folderOutside')
    if (await isForbiddenFolder(real, dataFolder)) throw refuse('folderOurs')
    return real
  }

  const look: Folders['look'] = async (path, field) => {
    const beginnings = await findStartingPoints()
    if (path === undefined) {
      const folders = beginnings.map((root) => ({ name: root, path: root, ...noCounts }))
      return { path: null, parent: null, ...noCounts, folders, hasMoreFolders: false }
    }
    // Without configured roots, any path can be entered and chosen, so it can also be listed.
    const isAllowed = (real: string) =>
      roots === undefined ? !isSystemFolder(real) : beginnings.some((root) => isWithin(root, real))
    const isOffered = async (real: string) => isAllowed(real) && !(await isServerFolder(real, dataFolder))
    try {
      const real = await resolveReadable(path)
      if (!(await isOffered(real))) throw new TypeError('lies outside of what may be chosen')
      const { paths, isMore } = await listSubfolders(real, isOffered)
      const parent = (await isOffered(dirname(real))) ? dirname(real) : null
      const isTired = createDeadline()
      const here = await countFolder(real, isTired)
      const folders = []
      for (const one of paths)
        folders.push({ name: basename(one), path: one, ...(await countFolder(one, isTired)) })
      return { path: real, parent, ...here, folders, hasMoreFolders: isMore }
    } catch (cause) {
      // The error must not reveal whether a forbidden path exists.
      throw new AppError('folderUnreadable', { fields: { [field]: 'folderUnreadable' }, cause })
    }
  }

  return { admit, look }
}

/** Returns the real path. Throws if it is not a folder that this process can read. */
async function resolveReadable(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new TypeError('a path from nowhere in particular')
  const real = await realpath(path)
  await access(real, constants.R_OK | constants.X_OK)
  if (!(await stat(real)).isDirectory()) throw new TypeError('no folder')
  await readdir(real)
  return real
}

const resolveReal = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined)

const canList = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

const maxFolders = 1_000
const maxEntries = 20_000

/** Returns subfolders that may be chosen, without hidden ones and links to forbidden places. */
async function listSubfolders(
  path: string,
  isOffered: (real: string) => Promise<boolean>,
): Promise<{ paths: string[]; isMore: boolean }> {
  const paths: string[] = []
  let seen = 0
  for await (const entry of await opendir(path)) {
    seen += 1
    if (seen > maxEntries || paths.length >= maxFolders) return { paths: sortNaturally(paths), isMore: true }
    if (isJunk(entry.name) || /[\p{Cc}\ufffd]/u.test(entry.name)) continue
    if (!entry.isDirectory() && !entry.isSymbolicLink()) continue
    const full = join(path, entry.name)
    const real = entry.isSymbolicLink() ? await resolveFolderLink(full) : full
    if (real !== undefined && (await isOffered(real))) paths.push(full)
  }
  return { paths: sortNaturally(paths), isMore: false }
}

const sortNaturally = (paths: readonly string[]) =>
  paths.toSorted((a, b) => compareNatural(basename(a), basename(b)))

async function resolveFolderLink(link: string): Promise<string | undefined> {
  const real = await resolveReal(link)
  if (real === undefined) return undefined
  const isFolder = await stat(real).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? real : undefined
}
