/**
 * Reads and writes a CSV table of marks. Accepts the separators, line ends and quotes of common spreadsheet programs, and writes no
 * formulas.
 */
import { normalizeWorkId, type ProgressState, progressStates } from '@koedana/contract/values.ts'

export interface CsvMark {
  readonly id: string
  /** Absent if the cell is empty. */
  readonly progress?: ProgressState
  readonly rating?: number
  readonly note?: string
}

export interface CsvFault {
  /** The line number, from 1. */
  readonly line: number
  readonly fault:
    | 'columnsMissing'
    | 'workIdExpected'
    | 'valueUnknown'
    | 'ratingExpected'
    | 'textTooLong'
    | 'tooManyLines'
}

export interface ReadCsv {
  readonly marks: readonly CsvMark[]
  readonly faults: readonly CsvFault[]
}

const columns = ['code', 'status', 'rating', 'note'] as const
const maxLines = 20_000
const maxNoteLength = 10_000

/** Starts with a byte order mark, by which spreadsheet programs recognize UTF-8. */
export const csvHead = `\ufeff${columns.join(',')}\r\n`

export const csvLine = ({ id, progress, rating, note }: CsvMark): string =>
  `${[id, progress ?? '', rating === undefined ? '' : String(rating), note ?? ''].map(cell).join(',')}\r\n`

/** Spreadsheet programs execute cells that start like a formula; in East Asian languages also with full-width characters. */
const harmful = /^[=+\-@＝＋－＠\t\r\n']/u
const disarmed = /^'(?=[=+\-@＝＋－＠\t\r\n'])/u

function cell(text: string): string {
  const plain = harmful.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function readCsv(text: string): ReadCsv {
  const plain = text.replace(/^\ufeff/, '')
  // Some spreadsheet programs name the separator in a first line, such as `sep=;`.
  const [said = '', separator = separatorIn(plain)] = /^sep=(.)\r?\n/i.exec(plain) ?? []
  const [head, ...rows] = rowsOf(plain.slice(said.length), separator, said === '' ? 1 : 2)
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase())
  const indexes = columns.map((name) => names.indexOf(name))
  if (indexes[0] === undefined || indexes[0] < 0)
    return { marks: [], faults: [{ line: head?.line ?? 1, fault: 'columnsMissing' }] }
  const marks: CsvMark[] = []
  const faults: CsvFault[] = []
  for (const { cells, line } of rows) {
    if (cells.every((one) => one.trim() === '')) continue
    if (marks.length + faults.length >= maxLines) {
      faults.push({ line, fault: 'tooManyLines' })
      break
    }
    const read = markIn(indexes.map((at) => (cells[at] ?? '').replace(disarmed, '')))
    if (typeof read === 'string') faults.push({ line, fault: read })
    else marks.push(read)
  }
  return { marks, faults }
}

function markIn([code = '', status = '', rating = '', note = '']: readonly string[]):
  | CsvMark
  | CsvFault['fault'] {
  const id = normalizeWorkId(code)
  if (id === undefined) return 'workIdExpected'
  const state = status.trim().toLowerCase()
  const progress = progressStates.find((one) => one === state)
  if (state !== '' && !progress) return 'valueUnknown'
  const stars = rating.trim()
  // Spreadsheet programs may write a whole number as `5,0` or `5.0`.
  if (stars !== '' && !/^[1-5]([.,]0+)?$/.test(stars)) return 'ratingExpected'
  const trimmed = note.replaceAll('\0', '').toWellFormed().trim()
  if (trimmed.length > maxNoteLength) return 'textTooLong'
  return {
    id,
    ...(progress && { progress }),
    ...(stars !== '' && { rating: Number(stars.charAt(0)) }),
    ...(trimmed !== '' && { note: trimmed }),
  }
}

interface Row {
  readonly cells: readonly string[]
  readonly line: number
}

/** Returns the separator that occurs most often in the first line, outside quotes. */
function separatorIn(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const plain = first.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((one) => plain.split(one).length)
  const most = Math.max(...counts)
  return [',', ';', '\t'][counts.indexOf(most)] ?? ','
}

/** Parses character by character in linear time, whatever the input. */
function rowsOf(text: string, separator: string, firstLine: number): Row[] {
  const rows: Row[] = []
  const now = { cells: [] as string[], cell: [] as string[], isQuoted: false, began: firstLine }
  let line = firstLine
  const endCell = () => now.cells.push(now.cell.splice(0).join(''))
  const endRow = () => {
    endCell()
    rows.push({ cells: now.cells.splice(0), line: now.began })
    now.began = line
  }
  for (let at = 0; at < text.length; at += 1) {
    const [sign = '', next] = [text[at], text[at + 1]]
    const isEnd = sign === '\n' || (sign === '\r' && next !== '\n')
    if (isEnd) line += 1
    if (now.isQuoted && sign === '"' && next === '"') {
      now.cell.push(sign)
      at += 1
    } else if (now.isQuoted) {
      if (sign === '"') now.isQuoted = false
      else now.cell.push(sign)
    } else if (sign === '"' && now.cell.length === 0) now.isQuoted = true
    else if (sign === separator) endCell()
    else if (isEnd) endRow()
    else if (sign !== '\r') now.cell.push(sign)
  }
  if (now.cells.length > 0 || now.cell.length > 0) endRow()
  return rows
}
