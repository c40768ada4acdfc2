/** Times of the first and last change since the last scan, in milliseconds of a monotonic clock. */
export interface PendingChanges {
  readonly firstMs: number
  readonly lastMs: number
}

export interface SettleDelay {
  readonly quietMs: number
  /** Maximum time to wait, even if changes continue, as in a long copy. */
  readonly maxMs: number
}

/** Records a change. */
export const recordChange = (before: PendingChanges | undefined, nowMs: number): PendingChanges => ({
  firstMs: before?.firstMs ?? nowMs,
  lastMs: nowMs,
})

export const hasSettled = (
  { firstMs, lastMs }: PendingChanges,
  { quietMs, maxMs }: SettleDelay,
  nowMs: number,
): boolean => nowMs - lastMs >= quietMs || nowMs - firstMs >= maxMs

export interface RescanSchedule {
  readonly rescanHours: number | null
  /** Time of the last scan, whatever its result; undefined before the first. */
  readonly lastScanAt: string | undefined
}

const hourMs = 3_600_000

/** Returns whether the interval has passed. A storage that was never scanned is not scanned automatically. */
export const isRescanDue = ({ rescanHours, lastScanAt }: RescanSchedule, now: Date): boolean =>
  rescanHours !== null &&
  lastScanAt !== undefined &&
  now.getTime() - Date.parse(lastScanAt) >= rescanHours * hourMs
