/** Splits a file of exported user data into parts that fit into a request. */
import {
  importLimits,
  OwnData,
  type OwnSection,
  ownDataKind,
  ownDataVersion,
  ownSections,
} from '@koedana/contract/own-data.ts'
import * as v from 'valibot'

export type FileFault = 'notJson' | 'notOwnData' | 'tooNew' | 'wrongEntry'

export type ParsedOwnData =
  | { readonly type: 'parts'; readonly parts: readonly OwnData[] }
  | { readonly type: 'fault'; readonly fault: FileFault; readonly at?: string }

/** Request bodies are limited in bytes and fields; an entry has about fifteen fields. */
const maxEntries = 400
const maxCharacters = importLimits.bytes / 4
const itemsPerPart = 300

export function splitOwnData(text: string): ParsedOwnData {
  const read = parseJson(text)
  if (read === undefined) return { type: 'fault', fault: 'notJson' }
  if (!isRecord(read)) return { type: 'fault', fault: 'notOwnData' }
  const { kind, version, settings, homeLayout, exportedAt } = read
  if (kind !== ownDataKind) return { type: 'fault', fault: 'notOwnData' }
  if (version !== ownDataVersion) return { type: 'fault', fault: 'tooNew' }
  const head = { kind: ownDataKind, version: ownDataVersion, exportedAt }
  const parts: unknown[] = settings === undefined ? [] : [{ ...head, settings }]
  if (homeLayout !== undefined) parts.push({ ...head, homeLayout })
  for (const section of ownSections) {
    const entries = read[section]
    if (entries === undefined) continue
    if (!Array.isArray(entries)) return { type: 'fault', fault: 'wrongEntry', at: section }
    for (const some of piecesOf(section, entries)) parts.push({ ...head, [section]: some })
  }
  return checked(parts)
}

function checked(parts: readonly unknown[]): ParsedOwnData {
  const good: OwnData[] = []
  for (const part of parts) {
    const result = v.safeParse(OwnData, part)
    if (!result.success)
      return { type: 'fault', fault: 'wrongEntry', at: v.getDotPath(result.issues[0]) ?? '' }
    good.push(result.output)
  }
  return { type: 'parts', parts: good }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Also for JSON that is nested too deeply to parse.
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function piecesOf(section: OwnSection, entries: readonly unknown[]): unknown[][] {
  if (section === 'playlists') return entries.flatMap(playlistPieces).map((one) => [one])
  const pieces: unknown[][] = []
  let [piece, length]: [unknown[], number] = [[], 0]
  for (const entry of entries) {
    const more = JSON.stringify(entry).length
    if (piece.length >= maxEntries || (piece.length > 0 && length + more > maxCharacters)) {
      pieces.push(piece)
      piece = []
      length = 0
    }
    piece.push(entry)
    length += more
  }
  return piece.length > 0 ? [...pieces, piece] : pieces
}

/** Splits a long playlist; the server joins the parts by its name. */
function playlistPieces(playlist: unknown): unknown[] {
  const { items } = isRecord(playlist) ? playlist : {}
  if (!isRecord(playlist) || !Array.isArray(items) || items.length <= itemsPerPart) return [playlist]
  const starts = Array.from({ length: Math.ceil(items.length / itemsPerPart) }, (_, n) => n * itemsPerPart)
  return starts.map((at) => ({ ...playlist, items: items.slice(at, at + itemsPerPart) }))
}
