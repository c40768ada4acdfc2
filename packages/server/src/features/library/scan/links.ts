/**
 * Links inside a storage. Whatever lies there is counted once: where it lies, or, where only the link has the id of a work in
 * its path, at the link.
 */
import { findWorkId } from '@koedana/contract/values.ts'
import type { ScanFault } from '../../../lib/messages/messages.rules.ts'
import { OutsideError, type Ref, type Storage } from '../../storages/storage.ts'
import { compareNatural } from '../media/natural.rules.ts'
import { type OpenFolder, pathIn } from './group.rules.ts'
import type { FolderLocation } from './walk.ts'

export interface FoundLink {
  readonly name: string
  readonly ref: Ref
  /** That it lies in. */
  readonly folder: OpenFolder
  readonly depth: number
}

export interface LinkedTree {
  readonly storage: Storage
  /** The tree without what links lead to. */
  readonly tree: OpenFolder
  /** Grows where more of them are found behind a link. */
  readonly links: readonly FoundLink[]
  readonly visit: (location: FolderLocation, depth: number) => Promise<OpenFolder>
  /** Notes what cannot be read, which may therefore be there. */
  readonly refuse: (path: string, reason: ScanFault) => void
  /** Reports what is passed over. */
  readonly report: (path: string, reason: ScanFault) => void
  readonly maxDepth: number
}

/** Lays into the tree what its links lead to. */
export async function resolveLinks(given: LinkedTree): Promise<void> {
  const { tree, links, report } = given
  /** Real paths of what is in the tree under another one. */
  const elsewhere = new Set<string>()
  for (const link of links) {
    const path = pathIn(link.folder, link.name)
    const target = await findTarget(given, link.ref, path)
    if (!target) continue
    const source = findIn(tree, target.path)
    const isTaken = source
      ? isNamed(source) || findWorkId(path) === undefined
      : isWithin(elsewhere, target.path)
    if (isTaken) report(path, 'linkCounted')
    else {
      elsewhere.add(target.path)
      if (source) move(source, link)
      else await follow(given, link, target)
    }
  }
}

interface Target {
  /** The path without links on its way. */
  readonly path: string
  readonly isFile: boolean
}

/** Returns undefined where a fault was reported. */
async function findTarget(
  { storage, refuse }: LinkedTree,
  ref: Ref,
  path: string,
): Promise<Target | undefined> {
  try {
    const { ref: target, kind } = await storage.stat(ref)
    if (target === storage.root || path.startsWith(`${target}/`)) return void refuse(path, 'linkLoop')
    if (kind === 'special') return void refuse(path, 'notPlain')
    return { path: target, isFile: kind === 'file' }
  } catch (error) {
    return void refuse(path, error instanceof OutsideError ? 'linkOutside' : 'brokenLink')
  }
}

/** Something that the walk has found by itself. */
interface Source {
  readonly path: string
  readonly parent: OpenFolder
  /** It is undefined for a file. */
  readonly folder: OpenFolder | undefined
}

function findIn(tree: OpenFolder, path: string): Source | undefined {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let parent: OpenFolder | undefined = tree
  for (const name of names) parent = parent?.folders.find((one) => one.name === name)
  if (!parent) return undefined
  const folder = parent.folders.find(({ name }) => name === last)
  return folder || parent.files.includes(last) ? { path, parent, folder } : undefined
}

/** Returns whether it has the id of a work in its path, or anywhere below it. */
const isNamed = ({ path, folder }: Source): boolean =>
  findWorkId(path) !== undefined || (folder !== undefined && holdsId(folder))

const holdsId = ({ files, folders }: OpenFolder): boolean =>
  files.some(hasId) || folders.some((one) => hasId(one.name) || holdsId(one))

const hasId = (name: string): boolean => findWorkId(name) !== undefined

function move({ path, parent, folder }: Source, link: FoundLink): void {
  if (folder) {
    parent.folders = parent.folders.filter((one) => one !== folder)
    insert(link, folder)
  } else {
    const name = path.slice(path.lastIndexOf('/') + 1)
    parent.files = parent.files.filter((one) => one !== name)
    insertFile(link)
  }
}

/** Into what the walk passes over, as a hidden folder. */
async function follow(
  { visit, refuse, maxDepth }: LinkedTree,
  link: FoundLink,
  { isFile }: Target,
): Promise<void> {
  const { name, ref } = link
  const path = pathIn(link.folder, name)
  if (isFile) insertFile(link)
  else if (link.depth >= maxDepth) refuse(path, 'tooDeep')
  else insert(link, await visit({ path, name, ref }, link.depth + 1))
}

/** Returns whether one of these is the path, or lies above or below it. */
const isWithin = (paths: ReadonlySet<string>, path: string): boolean =>
  [...paths].some((one) => `${path}/`.startsWith(`${one}/`) || one.startsWith(`${path}/`))

function insert({ folder: into, name }: FoundLink, folder: OpenFolder): void {
  moveTo(folder, pathIn(into, name))
  into.folders.push(folder)
  into.folders.sort((a, b) => compareNatural(a.name, b.name))
}

function insertFile({ folder: into, name }: FoundLink): void {
  into.files.push(name)
  into.files.sort(compareNatural)
}

/** Gives a folder, and all below it, another path. */
function moveTo(folder: OpenFolder, path: string): void {
  folder.path = path
  folder.name = path.slice(path.lastIndexOf('/') + 1)
  for (const one of folder.folders) moveTo(one, pathIn(folder, one.name))
}
