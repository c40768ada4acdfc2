import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { whileVisible } from '../../lib/while-visible.ts'
import { isNearTop, refreshLists } from './fresh-lists.ts'
import { isScanning } from './scan.rules.ts'
import { ScanBanner, ScanPage } from './scan-state.tsx'
import { useScan } from './use-scan.ts'

export interface ArrivalsProps {
  /** Works that the viewer may see; undefined where the list is narrowed. */
  readonly count: number | undefined
  readonly heading?: 'h1' | 'h2'
  /** Where there are none, and none are being looked for. */
  readonly children?: ReactNode
}

/**
 * Works appear as they are found: an administrator sees the scan that finds them, everybody else the works alone. Import
 * it lazily.
 */
export function Arrivals({ count, heading = 'h2', children }: ArrivalsProps) {
  const { scan, isKnown } = useScan()
  useWatch(count)
  if (scan && isScanning(scan)) {
    return count === 0 ? <ScanPage scan={scan} heading={heading} /> : <ScanBanner scan={scan} />
  }
  // Not the words for an empty shelf first, and the scan a moment later.
  return isKnown ? children : null
}

const lookMs = 5_000
/** So long after works have come, more may. */
const hopefulMs = 30_000

let counted: number | undefined
let hopefulUntil = 0

/** Asks again while nothing is here at all, and while works keep coming: that is all a visitor may know of a scan. */
function useWatch(count: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (count === undefined) return
    if (counted !== undefined && counted !== count) hopefulUntil = Date.now() + hopefulMs
    counted = count
    return whileVisible((signal) => {
      const timer = setInterval(() => {
        if (count === 0 || (Date.now() < hopefulUntil && isNearTop())) void refreshLists(client)
      }, lookMs)
      signal.addEventListener('abort', () => clearInterval(timer))
    })
  }, [client, count])
}
