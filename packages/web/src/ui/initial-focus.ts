import type { RefObject } from 'react'

const focusable =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href]'

/**
 * Returns what of a dialog has the focus once it opens: by touch the dialog itself, so that no keyboard comes up, else the
 * first field or button. The dialog would find the same by asking for the style of all that it has and all that is around
 * it, before anything is painted.
 */
export const firstOf = (popup: RefObject<HTMLElement | null>) => (by: string) =>
  by === 'touch' ? popup.current : popup.current?.querySelector<HTMLElement>(focusable)
