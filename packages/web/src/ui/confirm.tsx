/** The confirmation dialog, loaded when it is first drawn: stand it inside a `Suspense`. */
import { lazy } from 'react'

export const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)
