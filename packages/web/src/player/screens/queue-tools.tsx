import { IconPlaylistAdd } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { addToPlaylist } from '../../domain/adding.ts'
import { usePlaylistWords } from '../../domain/playlist-words.ts'
import { useUser } from '../../domain/session.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import type { Queue } from '../engine/queue.rules.ts'
import { onlyCurrent } from '../engine/queue-edits.rules.ts'
import { setQueue } from '../player-acts.ts'
import type { PlayerItem } from '../player-item.ts'
import { usePlayer } from '../player-store.ts'
import { QueueList } from './queue-list.tsx'

/** The queue, and a way to clear what is to come, which can be taken back. */
export function QueueTools() {
  const t = useT()
  const isOwn = useUser() !== undefined
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
      <Suspense>{isOwn && <SaveQueue queue={queue} />}</Suspense>
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

/** Its tracks become a playlist, or join one. */
function SaveQueue({ queue: { items } }: { readonly queue: Queue<PlayerItem> }) {
  usePlaylistWords()
  const t = useT()
  const format = useFormat()
  if (items.length === 0) return null
  const name = t('playlists.queueName', { date: format.date(new Date().toISOString()) })
  const things = items.map(({ workId, track }) => ({ workId, fileId: track.id }))
  return (
    <button
      type="button"
      className="btn mt-3 mr-2"
      onClick={() => addToPlaylist({ things, title: t('playlists.count', { count: things.length }), name })}
    >
      <IconPlaylistAdd size={16} aria-hidden />
      {t('playlists.saveQueue')}
    </button>
  )
}
