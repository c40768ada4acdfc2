import { lazy, Suspense, useEffect } from 'react'
import { followClock } from '../domain/session-clock.ts'
import { LanguageOffer } from '../features/language/language-offer.tsx'
import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { Toaster } from '../ui/toaster.tsx'

const ImportantAnnouncement = lazy(() =>
  import('../features/announcements/important-announcement.tsx').then(({ ImportantAnnouncement }) => ({
    default: ImportantAnnouncement,
  })),
)

/** Everything that stands over pages, and what comes unasked. Import it lazily: nothing of it is there at first. */
export function Overlays() {
  useEffect(followClock, [])
  return (
    <>
      <MenuSlot />
      <LanguageOffer />
      <Toaster />
      <Suspense>
        <ImportantAnnouncement />
      </Suspense>
    </>
  )
}
