/**
 * Messages of tasks: a code with values is stored, and the sentence is made in the language of each reader. Text of other
 * programs, names and paths are values, never part of a code.
 */
import type { Locale } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { chinese } from './chinese.rules.ts'
import { english } from './english.rules.ts'
import { formatMessage, type MessageValue, type Values } from './format.rules.ts'
import { japanese } from './japanese.rules.ts'

/** A fault of a file or a folder that a scan found. */
export const scanFaults = [
  'unreadable',
  'away',
  'linkAgain',
  'rateLimited',
  'wrongAnswer',
  'invalidName',
  'notPlain',
  'brokenLink',
  'linkOutside',
  'linkLoop',
  'linkCounted',
  'tooDeep',
  'empty',
  'notAudio',
  'brokenAudio',
  'overBudget',
  'formatUnplayable',
  'nothingPlayable',
  'changing',
  'copy',
  'archiveUnread',
  'archiveEntry',
  'brokenPicture',
  'lyricsTooLarge',
  'lyricsCut',
  'lyricsEmpty',
  'chaptersCut',
] as const
export type ScanFault = (typeof scanFaults)[number]

/** A fault of a field in a line of a catalog file. */
export const fieldFaults = [
  'dateExpected',
  'instantExpected',
  'textExpected',
  'textTooLong',
  'notInAddress',
  'required',
  'integerExpected',
  'numberExpected',
  'numberTooSmall',
  'numberTooLarge',
  'listExpected',
  'objectExpected',
  'ageCategoryUnknown',
  'workIdExpected',
  'localeUnknown',
  'valueUnknown',
  'wrongType',
] as const
export type FieldFault = (typeof fieldFaults)[number]

type NoValues = Readonly<Record<never, MessageValue>>

type Loss = {
  readonly lost: number
  readonly total: number
  /** Between 0 and 1. */
  readonly share: number
}

type OtherVersion = {
  /** As the file has it. */
  readonly version: string
  readonly supported: number
}

/** The values of each message that has a sentence of its own. */
interface OwnValues {
  readonly 'task.unexpected': NoValues
  readonly 'disk.short': { readonly folder: string; readonly freeMib: number; readonly minFreeMib: number }

  readonly 'marketplace.waiting': NoValues
  readonly 'marketplace.responding': NoValues
  readonly 'marketplace.skipped': NoValues
  readonly 'marketplace.silent': { readonly minutes: number }
  readonly 'marketplace.switchedOff': NoValues
  readonly 'marketplace.blocked': NoValues

  readonly 'scan.finished': {
    readonly root: string
    readonly works: number
    readonly newWorks: number
    readonly newFiles: number
    readonly missing: number
  }
  readonly 'scan.disconnected': { readonly root: string; readonly newFiles: number }
  readonly 'scan.failed': { readonly root: string }
  readonly 'scan.notMounted': { readonly root: string }
  readonly 'scan.emptied': { readonly root: string }
  readonly 'scan.moreFaults': { readonly count: number }

  readonly 'refresh.limited': { readonly max: number }
  readonly 'refresh.thinned': { readonly count: number }

  readonly 'clean.storageOff': { readonly root: string }
  readonly 'clean.notMounted': { readonly root: string }
  readonly 'clean.emptied': { readonly root: string }
  readonly 'clean.losesFiles': Loss & { readonly root: string }
  readonly 'clean.losesWorks': Loss
  readonly 'clean.stopped': NoValues

  readonly 'measure.noFfmpeg': NoValues

  readonly 'catalog.missing': { readonly names: readonly string[] }
  readonly 'catalog.notFound': { readonly file: string }
  readonly 'catalog.folder': { readonly file: string }
  readonly 'catalog.forbidden': { readonly file: string }
  readonly 'catalog.empty': { readonly file: string }
  readonly 'catalog.cutOff': { readonly file: string }
  readonly 'catalog.notGzip': { readonly file: string }
  readonly 'catalog.unreadable': { readonly file: string; readonly reason: string }
  readonly 'catalogLine.tooLong': { readonly maxBytes: number }
  readonly 'catalogLine.notUtf8': NoValues
  readonly 'catalogLine.notJson': NoValues
  readonly 'catalogLine.notObject': NoValues
  readonly 'catalogLine.noId': NoValues
  readonly 'catalogLine.badId': NoValues
  readonly 'catalogLine.otherVersion': OtherVersion

  readonly 'backup.made': {
    readonly name: string
    readonly rows: number
    readonly covers: number
    readonly megabytes: number
  }
  readonly 'backup.noFolder': { readonly folder: string }
  readonly 'backup.folderNotMade': { readonly folder: string; readonly reason: string }
  readonly 'backup.diskFull': { readonly folder: string }
  readonly 'backup.beingWritten': { readonly file: string; readonly draft: string }
  readonly 'backup.exists': { readonly file: string }
  readonly 'backup.notWritten': { readonly file: string; readonly reason: string }
  readonly 'backup.noKey': { readonly file: string }
  readonly 'database.empty': NoValues
  readonly 'database.newer': { readonly steps: readonly string[] }
  readonly 'database.noRoomForCopy': { readonly sizeMib: number }

  readonly 'import.resumed': NoValues
  readonly 'import.source': { readonly server: string }
  readonly 'import.firstRows': { readonly max: number }
  readonly 'import.noConfiguration': NoValues
  readonly 'import.notScanned': { readonly name: string }
  readonly 'import.noteCut': { readonly user: string; readonly work: string; readonly max: number }
  readonly 'import.wasGuest': { readonly username: string }
  readonly 'import.noPassword': { readonly username: string; readonly command: string }
  readonly 'import.uploadGone': NoValues
  readonly 'import.pathUnreadable': { readonly path: string }
  readonly 'import.fileUnreadable': { readonly file: string }
  readonly 'import.noKikoeru': { readonly paths: readonly string[] }
  readonly 'import.inMysql': NoValues
  readonly 'import.folderUnknown': { readonly name: string; readonly known: readonly string[] }
  readonly 'import.linkOutside': { readonly file: string; readonly folder: string }
  readonly 'import.notSqlite': { readonly file: string }
  readonly 'import.notKikoeru': NoValues
  readonly 'import.notAudiobookshelf': NoValues
  readonly 'import.untrustedTable': { readonly file: string; readonly table: string }
  readonly 'import.corrupted': { readonly file: string }
  readonly 'import.tooLarge': { readonly file: string }
  readonly 'import.tooSlow': { readonly file: string; readonly maxMib: number; readonly maxMinutes: number }
  readonly 'import.noRoomForCopy': {
    readonly file: string
    readonly sizeMib: number
    readonly folder: string
  }
  readonly 'import.notCopied': { readonly file: string; readonly reason: string }
}

export type ScanFaultMessage = {
  readonly code: `scanFault.${ScanFault}`
  readonly values: { readonly path: string }
}
export type FieldFaultMessage = {
  readonly code: `catalogLine.${FieldFault}`
  readonly values: { readonly field: string }
}
type OwnMessage<Code extends keyof OwnValues> = {
  readonly [code in Code]: { readonly code: code; readonly values: OwnValues[code] }
}[Code]

type AnyMessage = OwnMessage<keyof OwnValues> | ScanFaultMessage | FieldFaultMessage
export type MessageCode = AnyMessage['code']
export type Message<Code extends MessageCode = MessageCode> = Extract<AnyMessage, { readonly code: Code }>
export type Catalog = Readonly<Record<MessageCode, string>>

export const catalogs: Readonly<Record<Locale, Catalog>> = {
  'en-US': english,
  'zh-CN': chinese,
  'ja-JP': japanese,
}

/** Returns the sentence of a message in a language; several follow one another. */
export function textOf(said: Message | readonly Message[], locale: Locale): string {
  return joined('code' in said ? [said] : said, locale)
}

interface Sentence {
  readonly code: MessageCode
  readonly values: Values
}

const joined = (several: readonly Sentence[], locale: Locale): string =>
  several
    .map(({ code, values }) => formatMessage(catalogs[locale][code], values, locale))
    .join(locale === 'en-US' ? ' ' : '')

/** Longer values are cut: paths and texts of other programs may have any length. */
const maxValueLength = 1_000

/** Returns messages as a column stores them. */
export const storedMessages = (several: readonly Message[]): string =>
  JSON.stringify(several, (_key, value: unknown) =>
    typeof value === 'string' ? value.slice(0, maxValueLength) : value,
  )

/** Text that was written before messages had codes does not begin with it. */
const storedStart = '[{"code":"'
const isCode = (code: unknown): boolean => typeof code === 'string' && Object.hasOwn(english, code)
const Value = v.union([v.string(), v.number(), v.array(v.string())])
const Stored = v.pipe(
  v.string(),
  v.startsWith(storedStart),
  v.parseJson(),
  v.array(v.object({ code: v.custom<MessageCode>(isCode), values: v.record(v.string(), Value) })),
)

/** Returns the sentence of a stored column. Plain text of earlier versions, and codes of later ones, stay as they are. */
export function storedText(column: string, locale: Locale): string {
  const stored = v.safeParse(Stored, column)
  return stored.success ? joined(stored.output, locale) : column
}
