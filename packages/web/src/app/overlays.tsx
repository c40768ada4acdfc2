import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useAdding } from '../domain/adding.ts'
import { followClock } from '../domain/session-clock.ts'
import { useTagging } from '../domain/tagging.ts'
import { ImportantAnnouncement } from '../features/announcements/important-announcement.tsx'
import { LanguageOffer } from '../features/language/language-offer.tsx'
import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { onceAnybodyActs } from '../lib/once-anybody-acts.ts'
import { StandingNotices } from '../ui/standing-notice.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { launch } from './launch.ts'
import { CommandSlot } from './palette/command-slot.tsx'
import { registerServiceWorker } from './register-service-worker.ts'

// What it knows of works is in the first load of their pages: it has a file of its own.
const OfflineBar = lazy(() =>
  import('../features/works/offline/offline-bar.tsx').then(({ OfflineBar }) => ({ default: OfflineBar })),
)

const TagsDialog = lazy(() =>
  import('../features/works/marks/tags-dialog.tsx').then(({ TagsDialog }) => ({ default: TagsDialog })),
)

const AddDialog = lazy(() =>
  import('../features/works/playlists/add-dialog.tsx').then(({ AddDialog }) => ({ default: AddDialog })),
)

/** Everything that stands over pages, and what comes unasked. Import it lazily: nothing of it is there at first. */
export function Overlays() {
  useEffect(followClock, [])
  useEffect(registerServiceWorker, [])
  // The bar comes with the first track: whoever presses Play waits for its sound, not for its file.
  useEffect(() => onceAnybodyActs([() => import('../player/player-bar.tsx')]), [])
  const router = useRouter()
  useEffect(() => void launch(router), [router])
  const tagging = useTagging((now) => now.tagging)
  const adding = useAdding((now) => now.adding)
  return (
    <>
      <MenuSlot />
      <CommandSlot />
      <StandingNotices>
        <LanguageOffer />
        <Suspense>
          <OfflineBar />
        </Suspense>
      </StandingNotices>
      <Toaster />
      <Suspense>{tagging && <TagsDialog tagging={tagging} />}</Suspense>
      <Suspense>{adding && <AddDialog adding={adding} />}</Suspense>
      <Suspense>
        <ImportantAnnouncement />
      </Suspense>
    </>
  )
}
