import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { usePresence } from '../player/presence.ts'
import type { OverlaysProps } from './overlays.tsx'

const overlays = import('./overlays.tsx')

/** The frame lies above both layouts, so that sound and notices survive every move. */
export function Frame() {
  const [Overlays, setOverlays] = useState<ComponentType<OverlaysProps>>()
  useEffect(() => {
    // This is not `lazy`, which lets what comes late wait a while longer: a press without a listener opens the browser's menu.
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

/** Shows the player. The bar comes with the first track. */
function PlayerSlot() {
  const isHere = usePresence((presence) => presence.isHere)
  if (!isHere) return null
  return (
    <Suspense>
      <PlayerBar />
    </Suspense>
  )
}
