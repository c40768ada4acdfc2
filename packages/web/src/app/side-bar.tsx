import { Link } from '@tanstack/react-router'
import { useT } from '../lib/i18n.ts'
import { useIsAdmin, useUser } from '../lib/session.ts'
import { PlaceLink } from './place-link.tsx'
import {
  aboutPlace,
  accountPlace,
  adminPlace,
  entityPlaces,
  favoritesPlace,
  homePlace,
  libraryPlace,
  loginPlace,
  rankingsPlace,
  settingsPlace,
} from './places.ts'
import { Wordmark } from './wordmark.tsx'
import { WorksPlace } from './works-place.tsx'

export function SideBar() {
  const t = useT()
  const user = useUser()
  const isAdmin = useIsAdmin()
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
        {user && <PlaceLink place={favoritesPlace} form="side" />}
        {entityPlaces.map((place) => (
          <PlaceLink key={place.key} place={place} form="side" />
        ))}
      </nav>
      <nav aria-label={t('nav.more')} className="mt-auto flex flex-col gap-0.5 pb-[var(--player)]">
        {isAdmin && <PlaceLink place={adminPlace} form="side" />}
        <PlaceLink place={user ? accountPlace : loginPlace} form="side" />
        <PlaceLink place={settingsPlace} form="side" />
        <PlaceLink place={aboutPlace} form="side" />
      </nav>
    </div>
  )
}
