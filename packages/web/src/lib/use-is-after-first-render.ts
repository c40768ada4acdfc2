import { useDeferredValue } from 'react'

/** Whether the current page was reached by going back or forward. */
let isHistoryReturn = false

/** Call it on every navigation, with the action of the history. */
export function noteNavigation(action: string): void {
  isHistoryReturn = action !== 'PUSH' && action !== 'REPLACE'
}

/**
 * Returns false on the first render, so that the head of a page appears before the rest. Returns true at once after going back or with an
 * anchor, because the scroll position needs the whole page.
 */
export const useIsAfterFirstRender = (): boolean =>
  useDeferredValue(true, isHistoryReturn || location.hash !== '')
