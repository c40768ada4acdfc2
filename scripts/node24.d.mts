export function ensureNode24(): Promise<void>

interface Named {
  readonly name: string
  readonly version: string
  readonly integrity: string
}

export interface PinnedNode {
  readonly 'package.json': { readonly dependencies: Readonly<Record<string, string>> }
  readonly 'package-lock.json': { readonly packages: Readonly<Record<string, Named>> }
}

/** The files by which npm takes this very package and no other; undefined for a machine that has none. */
export function pinnedNode(machine: string): PinnedNode | undefined
