import type { RefObject } from 'react'

const focusable =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href]'

/**
 * Returns a function that picks the element to focus when a dialog opens: for touch the dialog itself, so that no keyboard opens, otherwise
 * the first field or button. The dialog library would compute styles of the whole document to find the same, before the first paint.
 */
export const initialFocusOf = (popup: RefObject<HTMLElement | null>) => (by: string) =>
  by === 'touch' ? popup.current : popup.current?.querySelector<HTMLElement>(focusable)
