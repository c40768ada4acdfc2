import { lazy, Suspense } from 'react'
import { PlaceLink } from './place-link.tsx'
import { worksPlace } from './places.ts'

const WorksLink = lazy(() => import('./works-link.tsx').then(({ WorksLink }) => ({ default: WorksLink })))

export function WorksPlace({ form }: { readonly form: 'side' | 'tab' }) {
  return (
    <Suspense fallback={<PlaceLink place={worksPlace} form={form} />}>
      <WorksLink form={form} />
    </Suspense>
  )
}
