import { Outlet } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { PlayerSlot } from './player-slot.tsx'

const overlays = import('./overlays.tsx')

/** The frame lies above both layouts, so that sound and notices survive every move. */
export function Frame() {
  const [Overlays, setOverlays] = useState<ComponentType>()
  useEffect(() => {
    // This is not `lazy`, which lets what comes late wait a while longer: a press without a listener opens the browser's menu.
    void overlays.then((loaded) => setOverlays(() => loaded.Overlays))
  }, [])
  return (
    <>
      <LoadingBar />
      <Outlet />
      <PlayerSlot />
      {Overlays && <Overlays />}
    </>
  )
}
