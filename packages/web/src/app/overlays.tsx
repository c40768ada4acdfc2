import { MenuSlot } from '../features/works/menu/menu-slot.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** What stands over every page. Import it lazily: nothing of it is there at first. */
export function Overlays() {
  return (
    <>
      <MenuSlot />
      <Toaster />
    </>
  )
}
