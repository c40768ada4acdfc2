/** Reports what happened to each row of each table: it was migrated, already existed here, or was not, for a stated reason. */

import type { MoveReason } from '@koedana/contract/import-reasons.ts'
import { CodedError } from '../../lib/messages/coded-error.ts'
import { type Message, textOf } from '../../lib/messages/messages.rules.ts'

/** The texts are for people who read the report; the keys are for programs. */
export const missReasons = {
  unreadable: 'the row says nothing that can be read',
  twice: 'another row is of the same work',
  otherShop: 'it is of another shop, whose works have no place here',
  workUnknown: 'the work is in no table of works',
  workNotHere: 'an own work of that server, whose folder was not found here: scan it, and run this again',
  workNowhere: 'the work is not here',
  noCodeFound: 'neither its folder nor its title has a code',
  noAccount: 'whose it is has no account here',
  nameRefused: 'the name fits no account here (3 to 32 letters, digits, dots and dashes): say --user OLD=NEW',
  nameTaken: 'somebody else has the name, or one that looks like it: say --user OLD=NEW',
  noTime: 'it does not say when it was',
  nothingPlayed: 'it names no file',
  fileNotFound: 'no file here is the one it names',
  noFiles: 'the work has no files here: scan them, and run this again',
  notScanned: 'its folder is yet to be scanned: what lies there is found after that',
  tooMany: 'there is no room for more of them',
  noCode: 'its code is that of no work',
  stateUnknown: 'its status is none of want, listening, finished and postponed',
  noRating: 'its rating is none of 1 to 5',
  noteTooLong: 'its note is longer than 10,000 characters',
  folderNotHere: 'the folder is not on this machine, or cannot be read: say --root NAME=PATH',
  folderRefused: 'the folder may not be a storage',
} as const satisfies Partial<Record<MoveReason, string>>
export type MissReason = keyof typeof missReasons

export interface TableCounts {
  read: number
  /** New here, or newer than the existing value. */
  carried: number
  /** Already existed here. */
  present: number
  unmatched: number
}

export interface UnmatchedRow {
  readonly table: string
  readonly name: string
  readonly reason: MissReason
  /** The name on the old server, if a user may map it to another name here. */
  readonly old?: string
}

/** Nothing could be read, and nothing was changed. The message is for people, the reason for programs. */
export class MigrationRejected extends CodedError {
  readonly reason: Exclude<MoveReason, MissReason>

  constructor(reason: MigrationRejected['reason'], said: Message | readonly Message[], cause?: unknown) {
    super(said, { cause })
    this.reason = reason
  }
}

export interface MigrationReport {
  readonly tables: Readonly<Record<string, TableCounts>>
  /** The first 100,000; the counts are exact. */
  readonly unmatched: readonly UnmatchedRow[]
  readonly notes: readonly Message[]
}

export interface MigrationReporter {
  readonly carried: (table: string, count?: number) => void
  readonly present: (table: string, count?: number) => void
  readonly miss: (table: string, name: string, reason: MissReason, old?: string) => void
  readonly note: (message: Message) => void
  readonly finish: () => MigrationReport
}

const maxNamed = 100_000

/** `onCounted` receives the number of newly processed rows. */
export function createMigrationReport(onCounted: (rows: number) => void = () => {}): MigrationReporter {
  const tables = new Map<string, TableCounts>()
  const unmatched: UnmatchedRow[] = []
  const notes: Message[] = []
  const count = (table: string, column: Exclude<keyof TableCounts, 'read'>, more: number) => {
    const counts = tables.get(table) ?? { read: 0, carried: 0, present: 0, unmatched: 0 }
    counts.read += more
    counts[column] += more
    tables.set(table, counts)
    onCounted(more)
  }
  return {
    carried: (table, more = 1) => count(table, 'carried', more),
    present: (table, more = 1) => count(table, 'present', more),
    miss: (table, name, reason, old) => {
      count(table, 'unmatched', 1)
      if (unmatched.length >= maxNamed) return
      unmatched.push({ table, name: name.slice(0, 500), reason, ...(old !== undefined && { old }) })
    },
    note: (message) => void notes.push(message),
    finish: () => ({ tables: Object.fromEntries(tables), unmatched, notes }),
  }
}

const maxListed = 50

/** Returns the report as lines for a terminal. Control characters are removed from names, which are untrusted. */
export function linesOf({ tables, unmatched, notes }: MigrationReport): string[] {
  const counts = Object.entries(tables).map(
    ([table, { read, carried, present, unmatched: missed }]) =>
      `${table}: ${read} read, ${carried} carried over, ${present} here already, ${missed} not matched`,
  )
  const reasons = Map.groupBy(unmatched, ({ table, reason }) => `${table}: ${missReasons[reason]}`)
  const missed = [...reasons].flatMap(([reason, rows]) => [
    `${reason} (${rows.length})`,
    ...rows.slice(0, maxListed).map(({ name }) => `  ${name}`),
    ...(rows.length > maxListed ? [`  and ${rows.length - maxListed} more: --json lists all`] : []),
  ])
  const noted = notes.map((note) => textOf(note, 'en-US'))
  return [...counts, ...missed, ...noted].map((line) => line.replace(/\p{Cc}/gu, '\ufffd'))
}
