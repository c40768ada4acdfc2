import { lazy, Suspense } from 'react'
import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { Toaster } from '../ui/toaster.tsx'

const ImportantAnnouncement = lazy(() =>
  import('../features/announcements/important-announcement.tsx').then(({ ImportantAnnouncement }) => ({
    default: ImportantAnnouncement,
  })),
)

/** What stands over every page. Import it lazily: nothing of it is there at first. */
export function Overlays() {
  return (
    <>
      <MenuSlot />
      <Toaster />
      <Suspense>
        <ImportantAnnouncement />
      </Suspense>
    </>
  )
}
