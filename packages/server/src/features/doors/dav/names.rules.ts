/** Names the folder of a work so that every system can mount it, and which work a folder is that of. */
import { findWorkKey } from '@koedana/contract/values.ts'

/** Bytes of UTF-8: some file systems that encrypt names have room for 143. */
const longestTitle = 120
/** No name may hold these on some system. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu
/** Devices of Windows, also with an ending behind them. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\s*(?:\.|$))/i

/** The id stands last, and alone decides: a folder that was kept under an older title is the same one. */
export function folderNameOf({ id, title }: { readonly id: string; readonly title: string }): string {
  const safe = cut(title.toWellFormed().normalize('NFC').replaceAll(forbidden, '_').trim())
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length))
    .replace(/[.\s]+$/, '')
    .replace(devices, '_$&')
  return safe === '' ? `[${id}]` : `${safe} [${id}]`
}

const characters = new Intl.Segmenter()

function cut(text: string): string {
  // To find characters costs more than all else of a folder, and few titles are so long.
  if (Buffer.byteLength(text) <= longestTitle) return text
  let bytes = 0
  let end = 0
  for (const { segment } of characters.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > longestTitle) break
    end += segment.length
  }
  return text.slice(0, end)
}

/** Returns the key behind a folder of any title, or behind a code alone; undefined for what names no work. */
export function workKeyOfFolder(name: string): number | undefined {
  const code = /\[([^[\]]{1,20})\]$/.exec(name)?.[1] ?? name
  return code.length > 20 ? undefined : findWorkKey(code)
}
