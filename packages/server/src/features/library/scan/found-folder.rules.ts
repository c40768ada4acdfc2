/** A folder as the walk found it. */

export interface FoundFolder {
  /** Below the root; `''` for the root itself. */
  readonly path: string
  readonly name: string
  /** Names, in natural order. */
  readonly files: readonly string[]
  readonly folders: readonly FoundFolder[]
}

/** One that links are still being laid into. */
export interface OpenFolder extends FoundFolder {
  path: string
  name: string
  files: string[]
  folders: OpenFolder[]
}

export const pathIn = ({ path }: FoundFolder, name: string): string =>
  path === '' ? name : `${path}/${name}`
