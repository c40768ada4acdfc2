/** Notices above the seek bar of the large player: recording paused, timer ended, newer position on another device. */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useListeningWords } from '../../domain/listening-words.ts'
import { progressQuery } from '../../domain/progress-query.ts'
import { useUser } from '../../domain/session.ts'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { isInLastMinute } from '../engine/sleep.rules.ts'
import { playTracks } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'
import { LastMinute } from './last-minute.tsx'
import { RecordingNote } from './recording-note.tsx'
import { ResumeAfterSleep } from './resume-after-sleep.tsx'

export function PlayerNotes({ workId }: { readonly workId: string }) {
  const isEnding = usePlayer(isInLastMinute)
  return (
    <>
      <RecordingNote />
      {isEnding && <LastMinute />}
      <ResumeAfterSleep />
      <Suspense>
        <OtherPosition workId={workId} />
      </Suspense>
    </>
  )
}

/** Another device continued the same work in the meantime: a press continues from its position. */
function OtherPosition({ workId }: { readonly workId: string }) {
  useListeningWords()
  const t = useT()
  const user = useUser()
  const items = usePlayer(({ queue }) => queue.items)
  const { data } = useQuery({ ...progressQuery(workId), enabled: user !== undefined })
  const other = data?.progress?.other
  const index = items.findIndex(({ track }) => track.id === other?.fileId)
  if (!other || index < 0) return null
  return (
    <button
      type="button"
      className="self-start rounded-full bg-sunken px-4 py-2 text-[13px] hover:bg-soft pointer-coarse:min-h-11"
      onClick={() => playTracks(items, index, { at: other.position, isResumed: false })}
    >
      {t('progress.other', {
        time: formatClock(other.position),
        device: other.device || t('progress.otherDevice'),
      })}
    </button>
  )
}
