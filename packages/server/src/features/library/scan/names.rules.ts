/** Parses folder and file names (rules gathered from real libraries). */
import { findWorkId } from '@koedana/contract/values.ts'
import { printableName } from '../../../lib/printable.rules.ts'

const junkNames = new Set([
  'desktop.ini',
  'thumbs.db',
  '__macosx',
  '$recycle.bin',
  'system volume information',
])

/** Returns whether a name is hidden, or typical of files that operating systems create. */
export const isJunk = (name: string): boolean => isHidden(name) || junkNames.has(name.toLowerCase())

/** A leading dot hides a name, except names of only dots and spaces, and `..` before a work ID: those are truncated titles. */
const isHidden = (name: string): boolean =>
  name.startsWith('.') && !/^[.\s]+$/.test(name) && !(name.startsWith('..') && findWorkId(name) !== undefined)

/** Returns the distinct work IDs in a name, in their order. */
export function findWorkIds(name: string): string[] {
  const first = findWorkId(name)
  if (first === undefined) return []
  const all = [...name.matchAll(idMark)].flatMap(([mark]) => findWorkId(mark) ?? [])
  return [...new Set([first, ...all])]
}

const archiveName = /\.(?:zip|rar|7z|zip\.001|7z\.001|001)$/i
const laterPart = /\.part0*(?:[2-9]|[1-9]\d+)\.rar$/i

/** Returns the work ID of an archive; undefined for other files, and for later parts of a split archive. */
export function archivedWorkId(name: string): string | undefined {
  return archiveName.test(name) && !laterPart.test(name) ? findWorkId(name) : undefined
}

/** Returns the name without extension, NFC-normalized because macOS stores decomposed names. */
export function fileTitle(name: string): string {
  const dot = name.lastIndexOf('.')
  return printableName((dot > 0 ? name.slice(0, dot) : name).normalize('NFC'))
}

const trackNumber = /^(?:(?:tr(?:ack)?|トラック)[\s_.#-]*)?\d{1,3}(?:[\s_.、．:：)）-]+)(?=\S)/i

/** Returns the title of a track without its leading number: `01 Prologue`, `Tr02_Rain`. The list shows the order anyway. */
export function trackTitle(name: string): string {
  return fileTitle(name).replace(trackNumber, '')
}

export interface FolderNameParts {
  readonly title: string
  readonly maker: string | undefined
}

const idMark = /(?:RJ|RE|BJ|VJ|KD)\d{6,8}(?!\d)/gi
const bracketPattern = /[[【]([^\]】]*)[\]】]/g
/** Age, voice and format notes in round brackets. Other round brackets belong to the title. */
const roundNote = /[(（]\s*(?:全年[龄齢]|全年齢向け|R-?1[58]|CV[\s.:：][^)）]*|(?:RJ|RE|BJ|VJ|KD)?)\s*[)）]/gi
const formatNote =
  /^(?:mp3|wav|flac|m4a|ogg|opus|aac|hi-?res|ハイレゾ|全年[龄齢]|r-?1[58]|[\d\s./-]+|\d+ ?k?hz.*)$/i

/** Words that describe the recording, translation or sale, and are never the name of a circle. */
const recordingNote =
  /^(?:バイノーラル(?:録音)?|binaural|asmr|立体音響|3d(?:音声|サウンド)?|ku-?100|ダミーヘッド(?:マイク)?|dummy ?head|360°?.*|催眠(?:音声)?|同人音声|音声作品|ボイスドラマ|ドラマ ?cd|音声|voice)$/i
const translationNote =
  /(?:[汉漢]化(?:[组組])?|翻[译譯訳](?:[组組])?|字幕(?:[组組])?|[简簡繁]体?(?:中文|字)?(?:版)?|[简簡繁]體(?:中文)?(?:版)?|中文(?:版|字幕)?|中国語版?|日本語版?|英語版?|english(?: ver\.?| version)?|chinese(?: ver\.?)?|japanese|机翻|機翻|熟肉|生肉)$/i
const saleNote =
  /^(?:\d+ ?[%％].*|\d+ ?時間.*|総?\d+ ?(?:分|min).*|期間限定.*|無料.*|free|早期.*|限定.*|新作|特典.*|おまけ.*|完全版|総集編|セット|体験版|サンプル|se[あな].*|効果音.*|本編.*|(?:no[ _]?)?se)$/i

/** Returns whether the text is a descriptive note, not a name. */
export const isNote = (text: string): boolean =>
  [formatNote, recordingNote, translationNote, saleNote].some((note) => note.test(text.normalize('NFKC')))

/** Placeholder for a title that was cut off. */
const onlyDots = /^[\s.．。…‥・･·_-]*$/

/** Parses `[maker][RJ…] title (RJ…)[tags]` and variants. */
export function readFolderName(name: string): FolderNameParts {
  const text = printableName(name.normalize('NFC')).replace(idMark, '')
  const marks = [...text.matchAll(bracketPattern)]
  const first = marks.find(([, inside = '']) => inside.trim() !== '' && !isNote(inside.trim()))
  // Only brackets before the title name a maker; later ones are tags.
  const before = first && text.slice(0, first.index).replace(bracketPattern, '').replace(roundNote, '').trim()
  const title = text.replace(bracketPattern, ' ').replace(roundNote, ' ').replace(/\s+/g, ' ').trim()
  return {
    title: onlyDots.test(title) ? '' : title.replace(/^[-_–—\s]+|[-_–—\s]+$/g, ''),
    maker: before === '' ? first?.[1]?.trim() : undefined,
  }
}
