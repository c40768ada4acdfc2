import { useDeferredValue } from 'react'

/** Whether the current page was reached by going back or forward. */
let isReturn = false

/** Call it on every navigation, with the action of the history. */
export function noteMove(action: string): void {
  isReturn = action !== 'PUSH' && action !== 'REPLACE'
}

/**
 * Returns false on the first render, so that the head of a page appears before the rest. Returns true at once after going back or with an
 * anchor, because the scroll position needs the whole page.
 */
export const useIsLater = (): boolean => useDeferredValue(true, isReturn || location.hash !== '')
