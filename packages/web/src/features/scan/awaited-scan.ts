/** The scan whose end should be announced: one that was seen running, or one that the setup has started. Each is announced once. */
let awaited: string | undefined

const next = 'next'

/** Waits for the next scan that is seen, even if it has ended already. */
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
