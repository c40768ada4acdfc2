/**
 * Resolves symbolic links inside a storage. Each target is counted once: at its own path, or at the link if only the link's path has a
 * work ID.
 */
import { findWorkId } from '@koedana/contract/values.ts'
import type { ScanFault } from '../../../lib/messages/messages.rules.ts'
import { OutsideError, type Ref, type Storage } from '../../storages/storage.ts'
import { compareNatural } from '../media/natural.rules.ts'
import { joinFolder, type MutableFolder } from './group.rules.ts'
import type { FolderLocation } from './walk.ts'

export interface SymbolicLink {
  readonly name: string
  readonly ref: Ref
  readonly folder: MutableFolder
  readonly depth: number
}

export interface LinkedTree {
  readonly storage: Storage
  /** The tree without link targets. */
  readonly tree: MutableFolder
  /** Grows while link targets with further links are visited. */
  readonly links: readonly SymbolicLink[]
  readonly visit: (location: FolderLocation, depth: number) => Promise<MutableFolder>
  /** Notes what cannot be read, which may therefore be there. */
  readonly refuse: (path: string, reason: ScanFault) => void
  /** Reports what is passed over. */
  readonly report: (path: string, reason: ScanFault) => void
  readonly maxDepth: number
}

/** Inserts link targets into the tree. */
export async function resolveLinks(given: LinkedTree): Promise<void> {
  const { tree, links, report } = given
  /** Real paths of targets that were inserted at a link. */
  const moved = new Set<string>()
  for (const link of links) {
    const path = joinFolder(link.folder, link.name)
    const target = await findTarget(given, link.ref, path)
    if (!target) continue
    const source = findIn(tree, target.path)
    const isCounted = source
      ? hasWorkId(source) || findWorkId(path) === undefined
      : overlapsAny(moved, target.path)
    if (isCounted) report(path, 'linkCounted')
    else {
      moved.add(target.path)
      if (source) moveToLink(source, link)
      else await insertTarget(given, link, target)
    }
  }
}

interface LinkTarget {
  readonly path: string
  readonly isFile: boolean
}

/** Returns undefined after reporting a fault. */
async function findTarget(
  { storage, refuse }: LinkedTree,
  ref: Ref,
  path: string,
): Promise<LinkTarget | undefined> {
  try {
    const { ref: target, kind } = await storage.stat(ref)
    if (target === storage.root || path.startsWith(`${target}/`)) return void refuse(path, 'linkLoop')
    if (kind === 'special') return void refuse(path, 'notPlain')
    return { path: target, isFile: kind === 'file' }
  } catch (error) {
    return void refuse(path, error instanceof OutsideError ? 'linkOutside' : 'brokenLink')
  }
}

/** A target that is in the walked tree. */
interface TreeNode {
  readonly path: string
  readonly parent: MutableFolder
  readonly folder: MutableFolder | undefined
}

function findIn(tree: MutableFolder, path: string): TreeNode | undefined {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let parent: MutableFolder | undefined = tree
  for (const name of names) parent = parent?.folders.find((one) => one.name === name)
  if (!parent) return undefined
  const folder = parent.folders.find(({ name }) => name === last)
  return folder || parent.files.includes(last) ? { path, parent, folder } : undefined
}

/** Returns whether the path or anything below it contains a work ID. */
const hasWorkId = ({ path, folder }: TreeNode): boolean =>
  findWorkId(path) !== undefined || (folder !== undefined && holdsId(folder))

const holdsId = ({ files, folders }: MutableFolder): boolean =>
  files.some(hasId) || folders.some((one) => hasId(one.name) || holdsId(one))

const hasId = (name: string): boolean => findWorkId(name) !== undefined

function moveToLink({ path, parent, folder }: TreeNode, link: SymbolicLink): void {
  if (folder) {
    parent.folders = parent.folders.filter((one) => one !== folder)
    insert(link, folder)
  } else {
    const name = path.slice(path.lastIndexOf('/') + 1)
    parent.files = parent.files.filter((one) => one !== name)
    insertFile(link)
  }
}

/** Inserts a target that the walk skips, such as a hidden folder. */
async function insertTarget(
  { visit, refuse, maxDepth }: LinkedTree,
  link: SymbolicLink,
  { isFile }: LinkTarget,
): Promise<void> {
  const { name, ref } = link
  const path = joinFolder(link.folder, name)
  if (isFile) insertFile(link)
  else if (link.depth >= maxDepth) refuse(path, 'tooDeep')
  else insert(link, await visit({ path, name, ref }, link.depth + 1))
}

/** Returns whether one of the paths equals `path`, contains it, or is inside it. */
const overlapsAny = (paths: ReadonlySet<string>, path: string): boolean =>
  [...paths].some((one) => `${path}/`.startsWith(`${one}/`) || one.startsWith(`${path}/`))

function insert({ folder: into, name }: SymbolicLink, folder: MutableFolder): void {
  moveTo(folder, joinFolder(into, name))
  into.folders.push(folder)
  into.folders.sort((a, b) => compareNatural(a.name, b.name))
}

function insertFile({ folder: into, name }: SymbolicLink): void {
  into.files.push(name)
  into.files.sort(compareNatural)
}

function moveTo(folder: MutableFolder, path: string): void {
  folder.path = path
  folder.name = path.slice(path.lastIndexOf('/') + 1)
  for (const one of folder.folders) moveTo(one, joinFolder(folder, one.name))
}
