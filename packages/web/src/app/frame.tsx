import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { PlayerSlot } from './player-slot.tsx'

const Overlays = lazy(() => import('./overlays.tsx').then(({ Overlays }) => ({ default: Overlays })))

/** Above both layouts, so that sound and notices survive every move. */
export function Frame() {
  return (
    <>
      <LoadingBar />
      <Outlet />
      <PlayerSlot />
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  )
}
