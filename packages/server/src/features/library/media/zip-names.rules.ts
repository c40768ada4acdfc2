/** Names files in the zip of a work so that every system unpacks them side by side. */

/** Longer names do not fit into some file systems, with what is put around them. */
const longestTitle = 100
/** No name may hold these on some system. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu

/** The id stands first, so that a scan knows the folder again. */
export function folderOfZip(workId: string, title: string): string {
  const cut = [...title.normalize('NFC').replaceAll(forbidden, '_')].slice(0, longestTitle).join('')
  return `${workId} ${cut}`.replace(/[.\s]+$/, '')
}

export interface FileInWork {
  /** The folder inside the work, `''` at its top. */
  readonly folder: string
  readonly name: string
}

/**
 * Two files of one name get numbers, as do those that differ in what some system does not distinguish, and a file that is
 * called what a folder is.
 */
export function namesInZip(files: readonly FileInWork[]): string[] {
  const paths = files.map(({ folder, name }) =>
    [...folder.split('/'), name].map(safePart).filter((part) => part !== ''),
  )
  const used = new Set(
    paths.flatMap((parts) => parts.slice(1).map((_, at) => folded(parts.slice(0, at + 1).join('/')))),
  )
  return paths.map((parts) => {
    const path = parts.join('/')
    const extension = /\.[^./]{1,10}$/.exec(path)?.[0] ?? ''
    const base = path.slice(0, path.length - extension.length)
    let free = path
    for (let count = 2; used.has(folded(free)); count += 1) free = `${base} (${count})${extension}`
    used.add(folded(free))
    return free
  })
}

/** Two dots would lead elsewhere. */
const safePart = (part: string): string => {
  const safe = part.normalize('NFC').replaceAll(forbidden, '_').trim()
  return /^\.+$/.test(safe) ? safe.replaceAll('.', '_') : safe
}

const folded = (path: string): string => path.toLowerCase()
