import type { WorkCard } from '@koedana/contract/works.ts'
import { IconPlayerTrackNext, IconPlaylistAdd } from '@tabler/icons-react'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { withLast, withNext } from '../../../player/engine/queue-edits.rules.ts'
import { setQueue } from '../../../player/player-actions.ts'
import { useHasPlayer } from '../../../player/player-presence.ts'
import { usePlayer } from '../../../player/player-store.ts'
import { Entry } from '../../../ui/menu/entries.tsx'
import { itemsOf, type PlayableFiles, preferredItems } from '../player-items.ts'
import { workFilesQuery } from '../work-query.ts'

interface QueueEntriesProps {
  readonly work: WorkCard
  /** Adds only this track instead of the work. */
  readonly fileId?: string
}

/** Entries that add to the queue, next or last. Hidden while there is no queue. */
export function QueueEntries({ work, fileId }: QueueEntriesProps) {
  useListeningWords()
  const t = useT()
  const isHere = useHasPlayer((presence) => presence.isHere)
  if (!isHere) return null
  const add = async (join: typeof withNext) => {
    const files = await queryClient.fetchQuery(workFilesQuery(work.id)).catch(() => undefined)
    const items = files && (fileId ? oneOf(work, files, fileId) : preferredItems(work, files))
    // The client has shown the error.
    if (!items) return
    if (items.length === 0) return notify(translate('menu.noTracks'))
    setQueue(join(usePlayer.getState().queue, items))
    notify(translate('queue.added'), 'positive')
  }
  return (
    <>
      <Entry icon={IconPlayerTrackNext} onSelect={() => void add(withNext)}>
        {t('queue.playNext')}
      </Entry>
      <Entry icon={IconPlaylistAdd} onSelect={() => void add(withLast)}>
        {t('queue.addLast')}
      </Entry>
    </>
  )
}

/** Built from the whole work, so that the track keeps the work's gain. */
const oneOf = (work: WorkCard, files: PlayableFiles, fileId: string) =>
  itemsOf(work, files).filter(({ track }) => track.id === fileId)
