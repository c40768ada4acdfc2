import { lazy, Suspense } from 'react'
import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { loadMoreWords } from '../lib/i18n.ts'
import { Toaster } from '../ui/toaster.tsx'

const ImportantAnnouncement = lazy(async () => {
  await loadMoreWords()
  const { ImportantAnnouncement } = await import('../features/announcements/important-announcement.tsx')
  return { default: ImportantAnnouncement }
})

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
