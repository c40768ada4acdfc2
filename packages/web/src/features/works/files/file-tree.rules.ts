import type { WorkFile } from '@koedana/contract/works.ts'

export interface FileFolder {
  /** `''` for the root; `a/b` for a folder that contains only one folder. */
  readonly name: string
  readonly folders: readonly FileFolder[]
  readonly files: readonly WorkFile[]
}

interface OpenFolder {
  readonly name: string
  readonly folders: Map<string, OpenFolder>
  readonly files: WorkFile[]
}

/** Keeps the order of the list. */
export function fileTree(files: readonly WorkFile[]): FileFolder {
  const top: OpenFolder = { name: '', folders: new Map(), files: [] }
  for (const file of files) {
    let folder = top
    for (const name of file.folder.split('/').filter(Boolean)) {
      const next = folder.folders.get(name) ?? { name, folders: new Map(), files: [] }
      folder.folders.set(name, next)
      folder = next
    }
    folder.files.push(file)
  }
  return { ...closed(top), name: '' }
}

function closed({ name, folders, files }: OpenFolder): FileFolder {
  const inside = [...folders.values()].map(closed)
  const [only, ...others] = inside
  if (name !== '' && only && others.length === 0 && files.length === 0)
    return { ...only, name: `${name}/${only.name}` }
  return { name, folders: inside, files }
}
