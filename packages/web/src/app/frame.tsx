import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { useHasPlayer } from '../player/player-presence.ts'
import type { OverlaysProps } from './overlays.tsx'

const overlays = import('./overlays.tsx')

/** The frame around both layouts, so that playback and notices survive navigation. */
export function Frame() {
  const [Overlays, setOverlays] = useState<ComponentType<OverlaysProps>>()
  useEffect(() => {
    // Not `lazy`, which would delay a late component further: until its listeners exist, a right-click opens the browser's menu.
    void overlays.then((loaded) => setOverlays(() => loaded.Overlays))
  }, [])
  return (
    <>
      <LoadingBar />
      <Outlet />
      <PlayerSlot />
      {Overlays && <Overlays loadPlayer={PlayerBar.load} />}
    </>
  )
}

/** Polling queries declare `meta: { silent: true }` and do not count. */
function LoadingBar() {
  const moving = useRouterState({ select: (state) => state.status === 'pending' })
  const fetching = useIsFetching({ predicate: (query) => !query.meta?.silent })
  return <div className="loading-bar" data-on={moving || fetching > 0} aria-hidden />
}

const PlayerBar = lazyPart(() => import('../player/player-bar.tsx').then(({ PlayerBar }) => PlayerBar))

/** Shows the player bar, which is loaded with the first track. */
function PlayerSlot() {
  const isHere = useHasPlayer((presence) => presence.isHere)
  if (!isHere) return null
  return (
    <Suspense>
      <PlayerBar />
    </Suspense>
  )
}
