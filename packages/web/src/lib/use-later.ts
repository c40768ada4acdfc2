import { useDeferredValue } from 'react'

/** Whether the page is one that was come back to. */
let isReturn = false

/** Call it for every move between pages, by the name that the history has for it. */
export function noteMove(action: string): void {
  isReturn = action !== 'PUSH' && action !== 'REPLACE'
}

/**
 * False for the first draw: the head of a page is on screen before what stands below it is drawn. A page that is come back
 * to, or opened at one of its parts, is drawn whole, or it could not be scrolled there.
 */
export const useIsLater = (): boolean => useDeferredValue(true, isReturn || location.hash !== '')
