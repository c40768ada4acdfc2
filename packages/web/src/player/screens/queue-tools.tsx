import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import type { Queue } from '../engine/queue.rules.ts'
import { onlyCurrent } from '../engine/queue-edits.rules.ts'
import { setQueue } from '../player-acts.ts'
import type { PlayerItem } from '../player-item.ts'
import { usePlayer } from '../player-store.ts'
import { QueueList } from './queue-list.tsx'

/** The queue, and a way to clear what is to come, which can be taken back. */
export function QueueTools() {
  const t = useT()
  const queue = usePlayer((state) => state.queue)
  const [cleared, setCleared] = useState<Queue<PlayerItem>>()
  const clear = () => {
    setCleared(queue)
    setQueue(onlyCurrent(queue))
  }
  const restore = () => {
    if (cleared) setQueue(cleared)
    setCleared(undefined)
  }
  return (
    <>
      <QueueList />
      {cleared ? (
        <p role="status" className="mt-3 flex items-center gap-3 text-sm text-mut">
          {t('queue.cleared')}
          <button type="button" className="btn" onClick={restore}>
            {t('queue.restore')}
          </button>
        </p>
      ) : (
        queue.items.length > 1 && (
          <button type="button" className="btn mt-3" onClick={clear}>
            {t('player.clear')}
          </button>
        )
      )}
    </>
  )
}
