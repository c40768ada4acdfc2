/**
 * Keeps reports that wait for the network, each under its own key in the local storage that all tabs share. A tab writes only reports of
 * its own plays, so tabs cannot overwrite each other. A new tab adopts the reports of closed tabs; a report that two tabs send counts once,
 * by its number.
 */
import { ProgressReport } from '@koedana/contract/progress.ts'
import * as v from 'valibot'
import { namesWithPrefix, readStoredJson, removeStoredJson, storeJson } from '../lib/local-storage-json.ts'
import type { ReportOutbox } from './engine/progress-reports.ts'

const prefix = 'player.report '
/** Earlier versions kept the reports of all tabs in one list. */
const listName = 'player.reports'

const Stored = v.object({ user: v.string(), report: ProgressReport })
const StoredList = v.object({ user: v.string(), reports: v.array(ProgressReport) })

const nameOf = ({ playId, fileId }: ProgressReport): string => `${prefix}${playId} ${fileId}`

function readAt(name: string): v.InferOutput<typeof Stored> | undefined {
  const read = v.safeParse(Stored, readStoredJson(name))
  return read.success ? read.output : undefined
}

const readAll = () => namesWithPrefix(prefix).flatMap((name) => readAt(name) ?? [])

/** Returns the user whose reports wait; undefined if none do. Also converts the list of earlier versions. */
export function findOutboxOwner(): string | undefined {
  const list = v.safeParse(StoredList, readStoredJson(listName))
  if (list.success) {
    const { user, reports } = list.output
    for (const report of reports) storeJson(nameOf(report), { user, report })
  }
  removeStoredJson(listName)
  return readAll()[0]?.user
}

export const createReportOutbox = (owner: () => string): ReportOutbox => ({
  recall: () =>
    readAll()
      .filter(({ user }) => user === owner())
      .map(({ report }) => report)
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  keep: (report) => storeJson(nameOf(report), { user: owner(), report }),
  drop: (report) => {
    const name = nameOf(report)
    // Another tab may have continued the play since.
    if (readAt(name)?.report.n === report.n) removeStoredJson(name)
  },
  clear: () => {
    for (const name of namesWithPrefix(prefix)) removeStoredJson(name)
  },
})
