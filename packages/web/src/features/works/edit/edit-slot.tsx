import type { Work } from '@koedana/contract/works.ts'
import { lazy, Suspense } from 'react'
import { useIsAdmin } from '../../../domain/session.ts'

const EditWork = lazy(() => import('./edit-work.tsx').then(({ EditWork }) => ({ default: EditWork })))

/** The edit button of a work. Only administrators load it. */
export function EditSlot({ work }: { readonly work: Work }) {
  if (!useIsAdmin()) return null
  return (
    <Suspense>
      <EditWork key={work.id} work={work} />
    </Suspense>
  )
}
