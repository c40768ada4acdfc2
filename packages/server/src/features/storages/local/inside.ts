/** Where a path below a root really leads. */
import { sep } from 'node:path'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { OutsideError } from '../storage-error.ts'
import type { FileSystem } from './file-system.ts'

/** Both are real paths. The root lies within itself. */
export const isWithin = (root: string, path: string): boolean => path === root || path.startsWith(above(root))

export interface RealPlace {
  readonly path: string
  /** Below the root. */
  readonly ref: string
}

/** Follows every link of the path. */
export function resolveInside(files: FileSystem, root: string, path: string): MaybePromise<RealPlace> {
  return andThen(files.realpath(root), (realRoot) =>
    andThen(files.realpath(path), (real) => {
      if (!isWithin(realRoot, real)) throw new OutsideError()
      return { path: real, ref: real === realRoot ? '' : real.slice(above(realRoot).length) }
    }),
  )
}

/** With what stands between it and all that lies in it. */
export const above = (root: string): string => (root.endsWith(sep) ? root : root + sep)
