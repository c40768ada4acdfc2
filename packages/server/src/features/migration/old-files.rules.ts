/** Finds which of our files an old server refers to: by path, else by name and folder, else by its position in the list. */

import { extensionOf } from '../library/media/formats.rules.ts'
import { compareNatural } from '../library/media/natural.rules.ts'
import type { OldFile } from './old-library.ts'

export interface LocatedFile {
  readonly id: string
  readonly storageKey: number
  /** The path relative to the root of the storage. */
  readonly path: string
  /** The folder inside its work. */
  readonly folder: string
  readonly isSound: boolean
}

/** The folder of the work on the old server, if it is in a storage here. */
export interface OldFolderLocation {
  readonly storageKey: number
  /** The path relative to the root of the storage. */
  readonly dir: string
}

/** Returns a function that finds a file of one work. Only audio files are found; they are sorted in natural order. */
export function oldFileFinder(
  files: readonly LocatedFile[],
  at: OldFolderLocation | undefined,
): (wanted: OldFile) => string | undefined {
  const sounds = files.filter(({ isSound }) => isSound)
  const plain = (text: string) => text.normalize('NFC')
  const nameOf = ({ path }: LocatedFile) => plain(path.slice(path.lastIndexOf('/') + 1))
  const inWork = (file: LocatedFile) =>
    plain(file.folder === '' ? nameOf(file) : `${file.folder}/${nameOf(file)}`)
  const byLocation = new Map(sounds.map((file) => [`${file.storageKey}/${plain(file.path)}`, file.id]))
  const byPath = new Map(sounds.toReversed().map((file) => [inWork(file), file.id]))
  const byName = Map.groupBy(sounds, nameOf)
  let listed: readonly LocatedFile[] | undefined
  return ({ path, title, folder, index }) => {
    const full = path ?? (title === undefined || folder === undefined ? undefined : `${folder}/${title}`)
    const here = full === undefined ? undefined : fromPath(full)
    if (here !== undefined) return here
    const name = title ?? path?.slice(path.lastIndexOf('/') + 1)
    const named = name === undefined ? [] : (byName.get(name) ?? [])
    const own = named.filter((file) => folder === undefined || plain(file.folder).endsWith(folder))
    if (own[0]) return own[0].id
    if (named.length === 1) return named[0]?.id
    if (index === undefined) return undefined
    listed ??= oldOrder(files)
    const file = listed[index]
    return file?.isSound ? file.id : undefined
  }
  function fromPath(path: string): string | undefined {
    const located = at && byLocation.get(`${at.storageKey}/${plain(at.dir)}/${path}`)
    return located ?? byPath.get(path)
  }
}

/** Extensions of the files that old servers list. */
const listedExtensions = new Set(
  'mp3 ogg opus wav aac flac webm mp4 m4a mka aiff avi lrc srt ass vtt jpg jpeg png webp txt pdf'.split(' '),
)

/** Sorts files as old servers do: by folder, then by name. */
function oldOrder(files: readonly LocatedFile[]): LocatedFile[] {
  return files
    .filter(({ path }) => listedExtensions.has(extensionOf(path)))
    .toSorted(
      (one, other) => compareNatural(one.folder, other.folder) || compareNatural(one.path, other.path),
    )
}
