import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../../domain/session.ts'
import { coversPath, type OfflineWork, offlineCacheName } from '../../../lib/offline-work.rules.ts'

const DrawnCover = lazy(() =>
  import('../../../ui/placeholder-cover.tsx').then(({ PlaceholderCover }) => ({ default: PlaceholderCover })),
)

/** The stored cover of an offline work, or a drawn placeholder. */
export function OfflineCover({ work }: { readonly work: OfflineWork }) {
  const { workId, title, titleLanguage, tracks } = work
  // The cover is stored before the first part of a track.
  const picture = useKeptPicture(
    workId,
    tracks.some(({ parts }) => parts > 0),
  )
  return (
    <div className="aspect-4/3 w-16 shrink-0 overflow-hidden rounded-xl bg-sunken">
      {typeof picture === 'string' && <img src={picture} alt="" className="size-full object-cover" />}
      <Suspense>
        {picture === null && <DrawnCover id={workId} title={title} lang={titleLanguage} isSmall />}
      </Suspense>
    </div>
  )
}

/**
 * Returns a URL of the picture: null if none is stored, undefined while loading. Read by the page itself, because the service worker may
 * not control it yet.
 */
function useKeptPicture(workId: string, isBegun: boolean): string | null | undefined {
  const userId = useUser()?.id
  const [picture, setPicture] = useState<string | null>()
  useEffect(() => {
    if (userId === undefined || !isBegun) return
    let made: string | undefined
    let isOver = false
    void readPicture(workId, userId).then((blob) => {
      if (isOver) return
      made = blob && URL.createObjectURL(blob)
      setPicture(made ?? null)
    })
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [workId, userId, isBegun])
  return picture
}

async function readPicture(workId: string, userId: string): Promise<Blob | undefined> {
  const kept = await caches.match(coversPath + workId, { cacheName: offlineCacheName(userId) })
  return kept?.blob()
}
