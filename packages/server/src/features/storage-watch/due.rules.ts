/** When a storage is to be scanned by itself: what changed in it has settled, or nobody looked at it for long. */

/** When something changed for the first and for the last time since it was scanned, in milliseconds of one clock. */
export interface Unsettled {
  readonly firstMs: number
  readonly lastMs: number
}

export interface SettleDelay {
  /** Nothing changes for that long. */
  readonly quietMs: number
  /** Whoever copies for hours is not waited for any longer. */
  readonly mostMs: number
}

export const changedAt = (before: Unsettled | undefined, nowMs: number): Unsettled => ({
  firstMs: before?.firstMs ?? nowMs,
  lastMs: nowMs,
})

export const hasSettled = (
  { firstMs, lastMs }: Unsettled,
  { quietMs, mostMs }: SettleDelay,
  nowMs: number,
): boolean => nowMs - lastMs >= quietMs || nowMs - firstMs >= mostMs

export interface LastLook {
  /** Null for never. */
  readonly rescanHours: number | null
  /** When a scan last looked at it, whatever it found; undefined before the first one. */
  readonly lastScanAt: string | undefined
}

const hourMs = 3_600_000

/** One that was never scanned waits for whoever added it. */
export const isRescanDue = ({ rescanHours, lastScanAt }: LastLook, now: Date): boolean =>
  rescanHours !== null &&
  lastScanAt !== undefined &&
  now.getTime() - Date.parse(lastScanAt) >= rescanHours * hourMs
