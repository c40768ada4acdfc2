/** Shows the user's progress on the work page. Load lazily: visitors have none. */
import type { Progress } from '@koedana/contract/progress.ts'
import type { Track, Work } from '@koedana/contract/works.ts'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useListeningWords } from '../../domain/listening-words.ts'
import { progressQuery } from '../../domain/progress-query.ts'
import { formatClock } from '../../lib/format.rules.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { type PlayableFiles, playOrLogIn } from './player-items.ts'
import { resumePositionAt, resumePositionIn, secondsLeft } from './resume.rules.ts'
import { chosenGroup, useTrackChoices } from './track-choice.ts'

export interface ResumeProps {
  readonly work: Work
  readonly files: PlayableFiles
  /** Called with the new label of the Play button; undefined for the default label. */
  readonly onWords: (words: string | undefined) => void
}

/** Shows the remaining time next to Play, and a newer position from another device. */
export function Resume({ work, files, onWords }: ResumeProps) {
  useListeningWords()
  const t = useT()
  const format = useFormat()
  const { data } = useQuery(progressQuery(work.id))
  // Subscribes to the chosen track set, because another set resumes elsewhere.
  useTrackChoices((choices) => choices[work.id])
  const chosen = chosenGroup(work.id, files.tracks)?.tracks
  const resumed = resumePositionIn(files.tracks, data?.progress, chosen)
  const words = resumed && t('progress.continue')
  useLayoutEffect(() => {
    onWords(words)
    return () => onWords(undefined)
  }, [words, onWords])
  if (!resumed) return null
  const left = secondsLeft(resumed)
  return (
    <>
      {left !== null && (
        <span className="text-[13px] text-mut">{t('progress.left', { time: format.duration(left) })}</span>
      )}
      {data?.progress?.other && <OtherDevice work={work} files={files} other={data.progress.other} />}
    </>
  )
}

interface OtherDeviceProps {
  readonly work: Work
  readonly files: PlayableFiles
  readonly other: NonNullable<Progress['other']>
}

function OtherDevice({ work, files, other }: OtherDeviceProps) {
  const t = useT()
  const resumed = resumePositionAt(files.tracks, other)
  if (!resumed) return null
  const device = other.device || t('progress.otherDevice')
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center rounded-full bg-sunken px-4 text-[13px] hover:bg-soft pointer-coarse:min-h-11"
      onClick={() =>
        playOrLogIn(work, { ...files, tracks: resumed.tracks }, resumed.index, {
          at: resumed.at,
          isResumed: false,
        })
      }
    >
      {t('progress.other', { time: formatClock(other.position), device })}
    </button>
  )
}

export interface TrackProgressProps {
  readonly workId: string
  readonly track: Track
}

/** Shows the progress of a track: a line below it, or a check mark if it was finished. */
export function TrackProgress({ workId, track }: TrackProgressProps) {
  useListeningWords()
  const t = useT()
  const { data } = useQuery(progressQuery(workId))
  const heard = data?.tracks.find(({ fileId }) => fileId === track.id)
  if (!heard) return null
  if (heard.finished) {
    return (
      <IconCircleCheckFilled size={15} className="shrink-0 text-acc" aria-label={t('progress.finished')} />
    )
  }
  if (!track.duration || heard.position < 1) return null
  const share = Math.min(1, heard.position / track.duration)
  return (
    <span
      className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-acc"
      style={{ scale: `${share} 1` }}
      aria-hidden
    />
  )
}
