import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { PlayerSlot } from './player-slot.tsx'

const MenuSlot = lazy(() =>
  import('../features/works/menu/menu-slot.tsx').then(({ MenuSlot }) => ({ default: MenuSlot })),
)

const Toaster = lazy(() => import('../ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** Above both layouts, so that sound and notices survive every move. */
export function Frame() {
  return (
    <>
      <LoadingBar />
      <Outlet />
      <PlayerSlot />
      <Suspense>
        <MenuSlot />
        <Toaster />
      </Suspense>
    </>
  )
}
