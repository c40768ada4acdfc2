import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useT } from '../lib/i18n.ts'
import { useUser } from '../lib/session.ts'
import { PlaceLink } from './place-link.tsx'
import { entityPlaces, homePlace, libraryPlace, rankingsPlace } from './places.ts'
import { Wordmark } from './wordmark.tsx'
import { WorksPlace } from './works-place.tsx'

const late = () => import('./late-places.tsx')
const OwnPlaces = lazy(() => late().then(({ OwnPlaces }) => ({ default: OwnPlaces })))
const MorePlaces = lazy(() => late().then(({ MorePlaces }) => ({ default: MorePlaces })))

export function SideBar() {
  const t = useT()
  const user = useUser()
  return (
    <div className="fixed inset-y-0 left-0 hidden w-60 flex-col gap-6 overflow-y-auto px-3.5 py-5 md:flex">
      <nav aria-label={t('nav.browse')} className="flex flex-col gap-0.5">
        <Link to="/" className="mb-6 block rounded-xl px-3 py-1">
          <Wordmark />
        </Link>
        <PlaceLink place={homePlace} form="side" />
        <WorksPlace form="side" />
        <PlaceLink place={rankingsPlace} form="side" />
        <PlaceLink place={libraryPlace} form="side" />
        {user && (
          <Suspense fallback={<div className="h-20.5 pointer-coarse:h-22.5" />}>
            <OwnPlaces />
          </Suspense>
        )}
        {entityPlaces.map((place) => (
          <PlaceLink key={place.key} place={place} form="side" />
        ))}
      </nav>
      <nav aria-label={t('nav.more')} className="mt-auto flex flex-col gap-0.5 pb-[var(--player)]">
        <Suspense>
          <MorePlaces />
        </Suspense>
      </nav>
    </div>
  )
}
