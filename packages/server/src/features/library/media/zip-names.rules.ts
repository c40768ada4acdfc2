/** Leaves room for the ID and the path on file systems with short name limits. */
const maxTitleLength = 100
/** Characters that at least one file system forbids in names. */
const forbiddenCharacters = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu

/** Returns `{id} {title}`. The ID is first, so that a scan recognizes the folder. */
export function zipFolderName(workId: string, title: string): string {
  const cut = [...title.normalize('NFC').replaceAll(forbiddenCharacters, '_')]
    .slice(0, maxTitleLength)
    .join('')
  return `${workId} ${cut}`.replace(/[.\s]+$/, '')
}

export interface FileInWork {
  readonly folder: string
  readonly name: string
}

/** Returns a unique path for each file. Numbers are added to equal names, names that differ only in case, and names equal to a folder. */
export function zipPaths(files: readonly FileInWork[]): string[] {
  const paths = files.map(({ folder, name }) =>
    [...folder.split('/'), name].map(toSafeName).filter((part) => part !== ''),
  )
  const used = new Set(
    paths.flatMap((parts) => parts.slice(1).map((_, at) => foldCase(parts.slice(0, at + 1).join('/')))),
  )
  return paths.map((parts) => {
    const path = parts.join('/')
    const extension = /\.[^./]{1,10}$/.exec(path)?.[0] ?? ''
    const base = path.slice(0, path.length - extension.length)
    let free = path
    for (let count = 2; used.has(foldCase(free)); count += 1) free = `${base} (${count})${extension}`
    used.add(foldCase(free))
    return free
  })
}

/** Replaces forbidden characters. Names of only dots would lead to another folder. */
const toSafeName = (part: string): string => {
  const safe = part.normalize('NFC').replaceAll(forbiddenCharacters, '_').trim()
  return /^\.+$/.test(safe) ? safe.replaceAll('.', '_') : safe
}

const foldCase = (path: string): string => path.toLowerCase()
