/** Names the folder of a work so that every operating system can mount it, and finds the work of a folder name. */
import { findWorkKey } from '@koedana/contract/values.ts'

/** Maximum bytes in UTF-8: some file systems with encrypted names allow 143 bytes per name. */
const maxTitleLength = 120
/** Characters that some operating system forbids in names. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu
/** Device names of Windows, which are reserved with an extension as well. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\s*(?:\.|$))/i

/** Returns the folder name. The ID at its end is what identifies the work, so a folder with an older title still resolves. */
export function folderNameOf({ id, title }: { readonly id: string; readonly title: string }): string {
  const safe = cut(title.toWellFormed().normalize('NFC').replaceAll(forbidden, '_').trim())
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length))
    .replace(/[.\s]+$/, '')
    .replace(devices, '_$&')
  return safe === '' ? `[${id}]` : `${safe} [${id}]`
}

const characters = new Intl.Segmenter()

function cut(text: string): string {
  // Splitting into grapheme clusters costs more than everything else here, and few titles are so long.
  if (Buffer.byteLength(text) <= maxTitleLength) return text
  let bytes = 0
  let end = 0
  for (const { segment } of characters.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxTitleLength) break
    end += segment.length
  }
  return text.slice(0, end)
}

/** Returns the key of the work for a folder with any title, or for a bare ID; undefined if the name contains no work ID. */
export function workKeyOfFolder(name: string): number | undefined {
  const code = /\[([^[\]]{1,20})\]$/.exec(name)?.[1] ?? name
  return code.length > 20 ? undefined : findWorkKey(code)
}
