/** The confirmation dialog, loaded on first render. Needs a `Suspense` around it. */
import { lazy } from 'react'

export const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)
