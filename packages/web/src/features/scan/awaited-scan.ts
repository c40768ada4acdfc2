/** The scan whose end is to be shown: one that was seen at work, or the one that the set-up has just ordered. Each once. */
let awaited: string | undefined

const next = 'next'

/** Waits for whatever scan is seen next, also one that has ended by then. */
export function awaitNextScan(): void {
  awaited = next
}

export function awaitScan(id: string): void {
  awaited = id
}

export const isAwaited = (id: string): boolean => awaited === id || awaited === next

export function forgetAwaited(): void {
  awaited = undefined
}
