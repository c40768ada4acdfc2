import { useT } from '../lib/i18n.ts'
import { PlaceLink } from './place-link.tsx'
import { homePlace, libraryPlace, settingsPlace } from './places.ts'
import { WorksPlace } from './works-place.tsx'

/** The thumb's navigation on a phone. */
export function TabBar() {
  const t = useT()
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-lg md:hidden"
    >
      <PlaceLink place={homePlace} form="tab" />
      <WorksPlace form="tab" />
      <PlaceLink place={libraryPlace} form="tab" />
      <PlaceLink place={settingsPlace} form="tab" />
    </nav>
  )
}
