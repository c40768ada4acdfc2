import { lazy, Suspense } from 'react'
import { usePlayer } from '../player/player-store.ts'

const PlayerBar = lazy(() =>
  import('../player/player-bar.tsx').then(({ PlayerBar }) => ({ default: PlayerBar })),
)

/** The player's place. The bar comes with the first track. */
export function PlayerSlot() {
  const hasTracks = usePlayer(({ queue }) => queue.items.length > 0)
  if (!hasTracks) return null
  return (
    <Suspense>
      <PlayerBar />
    </Suspense>
  )
}
