import { lazy, Suspense, useEffect } from 'react'
import { useAdding } from '../domain/adding.ts'
import { followClock } from '../domain/session-clock.ts'
import { LanguageOffer } from '../features/language/language-offer.tsx'
import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { Toaster } from '../ui/toaster.tsx'

const ImportantAnnouncement = lazy(() =>
  import('../features/announcements/important-announcement.tsx').then(({ ImportantAnnouncement }) => ({
    default: ImportantAnnouncement,
  })),
)

const AddDialog = lazy(() =>
  import('../features/works/playlists/add-dialog.tsx').then(({ AddDialog }) => ({ default: AddDialog })),
)

/** Everything that stands over pages, and what comes unasked. Import it lazily: nothing of it is there at first. */
export function Overlays() {
  useEffect(followClock, [])
  const adding = useAdding((now) => now.adding)
  return (
    <>
      <MenuSlot />
      <LanguageOffer />
      <Toaster />
      <Suspense>{adding && <AddDialog adding={adding} />}</Suspense>
      <Suspense>
        <ImportantAnnouncement />
      </Suspense>
    </>
  )
}
