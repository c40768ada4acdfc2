import { lazy, Suspense } from 'react'
import { usePresence } from '../player/presence.ts'

const PlayerBar = lazy(() =>
  import('../player/player-bar.tsx').then(({ PlayerBar }) => ({ default: PlayerBar })),
)

/** The player's place. The bar comes with the first track. */
export function PlayerSlot() {
  const isHere = usePresence((presence) => presence.isHere)
  if (!isHere) return null
  return (
    <Suspense>
      <PlayerBar />
    </Suspense>
  )
}
