import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useChoosingLyrics } from '../domain/choosing-lyrics.ts'
import { useEditingMany } from '../domain/editing-many.ts'
import { usePlaylistAddition } from '../domain/playlist-addition.ts'
import { usePlaylistWords } from '../domain/playlist-words.ts'
import { isLoggedIn } from '../domain/session.ts'
import { endSessionOnExpiry } from '../domain/session-clock.ts'
import { useTagEdit } from '../domain/tag-edit.ts'
import { ImportantAnnouncement } from '../features/announcements/important-announcement.tsx'
import { LanguageOffer } from '../features/language/language-offer.tsx'
import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { useManualCopy } from '../lib/copy-text.ts'
import { loadMoreWords } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { loadAfterFirstInput } from '../lib/load-after-first-input.ts'
import { loadWhenIdle } from '../lib/when-idle.ts'
import { StandingNotices } from '../ui/standing-notice.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { handleLaunchShortcut } from './launch-shortcuts.ts'
import { CommandSlot } from './palette/command-slot.tsx'
import { registerServiceWorker } from './register-service-worker.ts'

// A chunk of its own: the code it shares with work pages is in their first load.
const OfflineBar = lazy(() =>
  import('../features/works/offline/offline-bar.tsx').then(({ OfflineBar }) => ({ default: OfflineBar })),
)

const TagsDialog = lazy(() =>
  import('../features/works/marks/tags-dialog.tsx').then(({ TagsDialog }) => ({ default: TagsDialog })),
)

const ChooseLyricsDialog = lazy(() =>
  import('../features/works/lyrics/choose-lyrics-dialog.tsx').then(({ ChooseLyricsDialog }) => ({
    default: ChooseLyricsDialog,
  })),
)

const ManyWorksDialog = lazy(() =>
  import('../features/works/edit/many-works-dialog.tsx').then(({ ManyWorksDialog }) => ({
    default: ManyWorksDialog,
  })),
)

const CopyDialog = lazyPart(async () => {
  const [{ CopyDialog }] = await Promise.all([import('../ui/copy-dialog.tsx'), loadMoreWords()])
  return CopyDialog
})

/** Loads its messages along with it. */
const AddDialog = lazyPart(async () => {
  const [{ AddDialog }] = await Promise.all([
    import('../features/works/playlists/add-dialog.tsx'),
    usePlaylistWords.load(),
  ])
  return AddDialog
})

export interface OverlaysProps {
  readonly loadPlayer: () => Promise<unknown>
}

/** Everything shown over pages, and background tasks. Load lazily: none of it is needed for the first render. */
export function Overlays({ loadPlayer }: OverlaysProps) {
  useEffect(endSessionOnExpiry, [])
  useEffect(registerServiceWorker, [])
  // The player bar is preloaded, so that a press of play waits only for the audio.
  useEffect(() => loadAfterFirstInput([loadPlayer]), [loadPlayer])
  const router = useRouter()
  // Most first clicks open the work list, so it is loaded even before any user input.
  useEffect(() => loadWhenIdle([() => loadPage(router, '/site/works')]), [router])
  useEffect(() => loadAfterFirstInput(chunksToPreload(router)), [router])
  useEffect(() => void handleLaunchShortcut(router), [router])
  const tagging = useTagEdit((now) => now.tagging)
  const adding = usePlaylistAddition((now) => now.adding)
  const choosing = useChoosingLyrics((now) => now.choosing)
  const editingMany = useEditingMany(({ workIds }) => workIds)
  const copying = useManualCopy(({ text }) => text)
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
      <Suspense>{choosing && <ChooseLyricsDialog choosing={choosing} />}</Suspense>
      <Suspense>{editingMany && <ManyWorksDialog workIds={editingMany} />}</Suspense>
      <Suspense>{copying !== undefined && <CopyDialog text={copying} />}</Suspense>
      <Suspense>
        <ImportantAnnouncement />
      </Suspense>
    </>
  )
}

/** Lists the chunks that a click is likely to need, to be loaded ahead. */
function chunksToPreload(router: RegisteredRouter): readonly (() => Promise<unknown>)[] {
  const ids = isLoggedIn() ? [...visitorRouteIds, ...memberRouteIds] : visitorRouteIds
  const chunks = ids.map((id) => () => loadPage(router, id))
  const home = () => import('../pages/home-page.tsx').then(({ loadHome }) => loadHome())
  return isLoggedIn() ? [...chunks, home, AddDialog.load] : [...chunks, home]
}

const loadPage = async (router: RegisteredRouter, id: keyof RegisteredRouter['routesById']) =>
  router.loadRouteChunk(router.routesById[id])

const visitorRouteIds = ['/site/work/$workId', '/site/rankings', '/site/genres', '/site/settings'] as const
const memberRouteIds = ['/site/favorites', '/site/history'] as const
