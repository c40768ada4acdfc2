/** The summary of a scan: as lines for the console and the server log, as messages for a task, and as it is stored. */
import type { LastScan } from '@koedana/contract/storages.ts'
import { type Message, textOf } from '../../../lib/messages/messages.rules.ts'
import type { ScanInput, ScanSummary } from './scan.ts'

const maxShown = 50

/** Reports the summary line by line, and returns it. */
export function reportSummary(
  { root, report }: Pick<ScanInput, 'root' | 'report'>,
  summary: ScanSummary,
): ScanSummary {
  for (const line of formatSummary(root, summary)) report(line)
  return summary
}

function formatSummary(
  root: string,
  { state, works, tracks, covers, archives, faults, faultCount }: ScanSummary,
): string[] {
  if (state !== 'mounted') return [formatUnchanged(root, state)]
  return [
    `${works.found} works (${works.added} new), ${covers} covers made.`,
    `${tracks.found} audio files: ${tracks.added} new, ${tracks.changed} changed, ${tracks.moved} moved, ` +
      `${tracks.unchanged} unchanged, ${tracks.missing} missing.`,
    ...(tracks.held > 0
      ? [
          `${tracks.held} more files are missing, too many at once to be plausible, so none was marked. ${ifIntended}`,
        ]
      : []),
    ...(archives.length > 0 ? [`${archives.length} archived works: extract them to listen.`] : []),
    ...(faultCount > 0 ? [`${faultCount} items were skipped:`] : []),
    ...faultMessages({ faults, faultCount }).map((fault) => `  ${textOf(fault, 'en-US')}`),
  ]
}

/** Returns a message for each item that could not be ingested, up to a limit. */
export function faultMessages({ faults, faultCount }: Pick<ScanSummary, 'faults' | 'faultCount'>): Message[] {
  const shown = faults.slice(0, maxShown).map(
    ({ path, reason }): Message => ({
      code: `scanFault.${reason}`,
      values: { path: path === '' ? '.' : path },
    }),
  )
  const count = faultCount - shown.length
  return count > 0 ? [...shown, { code: 'scan.moreFaults', values: { count } }] : shown
}

const ifIntended = 'If this is intended, scan again with --accept-loss.'

function formatUnchanged(root: string, state: 'notMounted' | 'emptied' | 'lost'): string {
  if (state === 'lost') {
    return `${root} was disconnected during the scan. Files read until then are added, and none was marked missing. Connect the disk and scan again.`
  }
  return state === 'emptied'
    ? `${root} is empty but had works before, so nothing was changed. ${ifIntended}`
    : `${root} is missing, empty or a different disk than before, so nothing was changed. Check that the disk is connected.`
}

/** Converts a summary to its stored form. */
export function toLastScan({ state, works, tracks, faultCount }: ScanSummary, now: Date): LastScan {
  const { found, added, changed, moved, missing, held } = tracks
  const files = { found, added, changed, moved, missing, held }
  return { at: now.toISOString(), state, works, files, skipped: faultCount }
}
