/**
 * Phase 1: the tree below a storage's root. Synchronous on purpose: a scan is its own process, and asynchronous
 * calls are several times slower. Only names are read; files are looked at later, where they matter.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { compareNatural } from '../media/natural.rules.ts'
import type { Faults } from './faults.ts'
import { isJunk } from './names.rules.ts'

export interface FoundFolder {
  /** `''` for the root itself. */
  readonly path: string
  readonly name: string
  /** Names, in natural order. */
  readonly files: readonly string[]
  readonly folders: readonly FoundFolder[]
}

export interface Walked {
  readonly tree: FoundFolder
  /** Whether a path, or a folder above it, could not be read: nothing below it may be taken for gone. */
  readonly isUnreadable: (path: string) => boolean
}

/** Deeper than any library; a guard for the stack. */
const maxDepth = 64

/** `root` is a real path. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: short steps over the state of one walk
export function walk(root: string, faults: Faults): Walked {
  const unreadable = new Set<string>()
  const followed = new Set<string>()

  function visit(place: Place): FoundFolder {
    const folders: FoundFolder[] = []
    const files: string[] = []
    for (const entry of read(place)) {
      const path = place.path === '' ? entry.name : `${place.path}/${entry.name}`
      const kind = kindOf(entry, path, place)
      if (kind === 'file') files.push(entry.name)
      if (typeof kind === 'object') {
        if (place.depth < maxDepth)
          folders.push(visit({ ...kind, path, name: entry.name, depth: place.depth + 1 }))
        else refuse(path, 'tooDeep')
      }
    }
    return { path: place.path, name: place.name, files, folders }
  }

  function read(place: Place): Dirent[] {
    try {
      const entries = readdirSync(join(root, place.path), { withFileTypes: true })
      return entries.filter(({ name }) => !isJunk(name)).sort((a, b) => compareNatural(a.name, b.name))
    } catch {
      refuse(place.path, 'unreadable')
      return []
    }
  }

  /** A file, a folder with its real place, or undefined where a fault was told. */
  function kindOf(entry: Dirent, path: string, parent: Place): 'file' | RealPlace | undefined {
    // Node shows bytes that are no UTF-8 as U+FFFD; a name that truly holds that character can be opened.
    if (entry.name.includes('\ufffd') && !exists(join(root, path))) return refuse(path, 'invalidName')
    if (entry.isFile()) return 'file'
    if (entry.isDirectory()) {
      const real = join(parent.real, entry.name)
      return { real, above: [...parent.above, real] }
    }
    return entry.isSymbolicLink() ? follow(path, parent) : refuse(path, 'notPlain')
  }

  /** A link is followed inside the root, each target once: crossing links would multiply without end. */
  function follow(path: string, parent: Place): 'file' | RealPlace | undefined {
    try {
      const real = realpathSync(join(root, path))
      if (parent.above.includes(real) || followed.has(real)) return refuse(path, 'linkLoop')
      if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return refuse(path, 'linkOutside')
      const stat = statSync(real)
      if (stat.isFile()) return 'file'
      if (!stat.isDirectory()) return refuse(path, 'notPlain')
      followed.add(real)
      return { real, above: [...parent.above, real] }
    } catch {
      return refuse(path, 'brokenLink')
    }
  }

  function refuse(path: string, reason: Parameters<Faults['add']>[1]): undefined {
    faults.add(path, reason)
    unreadable.add(path)
  }

  const tree = visit({
    path: '',
    name: root.slice(root.lastIndexOf(sep) + 1),
    real: root,
    above: [root],
    depth: 0,
  })
  return {
    tree,
    isUnreadable: (path) => unreadable.has('') || prefixesOf(path).some((one) => unreadable.has(one)),
  }
}

interface RealPlace {
  readonly real: string
  /** Real paths from the root down to this folder. */
  readonly above: readonly string[]
}

interface Place extends RealPlace {
  readonly path: string
  readonly name: string
  readonly depth: number
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function prefixesOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
