/**
 * Phase 1: the tree below a storage's root. Synchronous on purpose: a scan is its own process, and asynchronous
 * calls are several times slower. Only names are read; files are looked at later, where they matter.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { compareNatural } from '../media/natural.rules.ts'
import type { FaultReason, Faults } from './faults.ts'
import { type FoundFolder, type OpenFolder, pathIn } from './found-folder.rules.ts'
import { type FoundLink, resolveLinks } from './links.ts'
import { isJunk } from './names.rules.ts'

export interface Walked {
  readonly tree: FoundFolder
  /** Whether a path, or a folder above it, could not be read: nothing below it may be taken for gone. */
  readonly isUnreadable: (path: string) => boolean
}

/** Deeper than any library; a guard for the stack. */
const maxDepth = 64

/** `root` is a real path. */
export function walk(root: string, faults: Faults): Walked {
  const unreadable = new Set<string>()
  const links: FoundLink[] = []

  function visit(path: string, depth: number): OpenFolder {
    const folder: OpenFolder = { path, name: nameOf(path === '' ? root : path), files: [], folders: [] }
    for (const entry of read(path)) take(folder, entry, depth)
    return folder
  }

  function read(path: string): Dirent[] {
    try {
      const entries = readdirSync(join(root, path), { withFileTypes: true })
      return entries.filter(({ name }) => !isJunk(name)).sort((a, b) => compareNatural(a.name, b.name))
    } catch {
      refuse(path, 'unreadable')
      return []
    }
  }

  function take(folder: OpenFolder, entry: Dirent, depth: number): void {
    const path = pathIn(folder, entry.name)
    // Node shows bytes that are no UTF-8 as U+FFFD; a name that truly holds that character can be opened.
    if (entry.name.includes('\ufffd') && !exists(join(root, path))) refuse(path, 'invalidName')
    else if (entry.isFile()) folder.files.push(entry.name)
    else if (entry.isSymbolicLink()) links.push({ name: entry.name, folder, depth })
    else if (!entry.isDirectory()) refuse(path, 'notPlain')
    else if (depth >= maxDepth) refuse(path, 'tooDeep')
    else folder.folders.push(visit(path, depth + 1))
  }

  function refuse(path: string, reason: FaultReason): void {
    faults.add(path, reason)
    unreadable.add(path)
  }

  const tree = visit('', 0)
  resolveLinks({ root, tree, links, visit, refuse, maxDepth, tell: faults.add })
  return {
    tree,
    isUnreadable: (path) => unreadable.has('') || prefixesOf(path).some((one) => unreadable.has(one)),
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf(sep) + 1)

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function prefixesOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
