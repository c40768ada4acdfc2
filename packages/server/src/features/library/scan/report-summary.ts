/** A scan's summary in plain words, and as it is kept. */
import type { LastScan } from '@koedana/contract/storages.ts'
import { faultSentences, type ScanInput, type ScanSummary } from './scan.ts'

/** Lines of faults shown; the summary holds more. */
const maxShown = 50

/** Reports the summary and hands it on. */
export function reportSummary(
  { root, report }: Pick<ScanInput, 'root' | 'report'>,
  summary: ScanSummary,
): ScanSummary {
  for (const line of linesOf(root, summary)) report(line)
  return summary
}

function linesOf(
  root: string,
  { state, works, tracks, covers, archives, faults, faultCount }: ScanSummary,
): string[] {
  if (state !== 'mounted') return [unchanged(root, state)]
  return [
    `${works.found} works, ${works.added} of them new; ${covers} covers made.`,
    `${tracks.found} sounds: ${tracks.added} new, ${tracks.changed} changed, ${tracks.moved} moved, ` +
      `${tracks.unchanged} as before; ${tracks.missing} gone.`,
    ...(tracks.held > 0
      ? [
          `${tracks.held} more are gone, too many at once to believe it: none of them was marked. ${onPurpose}`,
        ]
      : []),
    ...(archives.length > 0 ? [`${archives.length} packed works: unpack them to listen.`] : []),
    ...(faultCount > 0 ? [`${faultCount} things could not be taken in:`] : []),
    ...faultLines({ faults, faultCount }).map((line) => `  ${line}`),
  ]
}

/** Lists what could not be ingested and why, each on a line; of many the first ones. */
export function faultLines({ faults, faultCount }: Pick<ScanSummary, 'faults' | 'faultCount'>): string[] {
  const shown = faults
    .slice(0, maxShown)
    .map(({ path, reason }) => `${path === '' ? '.' : path}: ${faultSentences[reason]}`)
  const hiddenCount = faultCount - shown.length
  return hiddenCount > 0 ? [...shown, `and ${hiddenCount} more`] : shown
}

const onPurpose = 'Was it on purpose? Scan again with --accept-loss.'

function unchanged(root: string, state: 'notMounted' | 'emptied' | 'lost'): string {
  if (state === 'lost') {
    return `${root} went away while it was read: what was read until then is in, and nothing was taken for gone. Is the disk there? Scan again once it is.`
  }
  return state === 'emptied'
    ? `${root} is empty, where there were works: nothing was changed. ${onPurpose}`
    : `${root} is missing, empty or another disk than before: nothing was changed. Is the disk there?`
}

export function lastScanOf({ state, works, tracks, faultCount }: ScanSummary, now: Date): LastScan {
  const { found, added, changed, moved, missing, held } = tracks
  const files = { found, added, changed, moved, missing, held }
  return { at: now.toISOString(), state, works, files, skipped: faultCount }
}
