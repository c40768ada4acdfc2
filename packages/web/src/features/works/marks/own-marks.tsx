/** The user's marks on a work: progress, rating, tags, note and bookmarks. Load lazily: visitors have none. */
import { type ProgressState, progressStates } from '@koedana/contract/values.ts'
import { IconNote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { useAutosave } from '../../../lib/use-autosave.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { changeMark, isNotePending, markQuery } from './mark-query.ts'
import { useMarkWords } from './mark-words.ts'
import { OwnBookmarks } from './own-bookmarks.tsx'
import { OwnTags } from './own-tags.tsx'
import { Stars } from './stars.tsx'

export function OwnMarks({ workId }: { readonly workId: string }) {
  useMarkWords()
  const t = useT()
  const { data: mark } = useQuery(markQuery(workId))
  return (
    <section aria-label={t('marks.title')} className="flex min-h-11 basis-full flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <fieldset className="flex flex-wrap gap-1.5" aria-label={t('marks.progress')}>
          {progressStates.map((state) => {
            const pressed = mark?.progress === state
            const toggle = () => void setProgress(workId, pressed ? null : state, mark?.progress ?? null)
            return (
              <ToggleChip key={state} pressed={pressed} onToggle={toggle}>
                {t(`marks.${state}`)}
              </ToggleChip>
            )
          })}
        </fieldset>
        <Stars
          label={t('marks.rating')}
          value={mark?.rating}
          onChange={(rating) => void changeMark(workId, { rating })}
        />
      </div>
      {mark && <OwnTags key={`tags ${workId}`} workId={workId} tags={mark.tags} />}
      {mark && <Note key={workId} workId={workId} note={mark.note} />}
      <Suspense>
        <OwnBookmarks key={`bookmarks ${workId}`} workId={workId} />
      </Suspense>
    </section>
  )
}

async function setProgress(
  workId: string,
  to: ProgressState | null,
  from: ProgressState | null,
): Promise<void> {
  if ((await changeMark(workId, { progress: to })) === 'rejected') return
  const name = to === null ? '' : translate(`marks.${to}`)
  const said = to === null ? translate('marks.progressCleared') : translate('marks.progressSet', { name })
  const run = () => void changeMark(workId, { progress: from })
  notify(said, 'positive', { label: translate('common.undo'), run })
}

/** Shows a button until there is a note. The note is saved while typing. */
function Note({ workId, note }: { readonly workId: string; readonly note: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(note !== '')
  const [isWaiting, setWaiting] = useState(() => isNotePending(workId))
  const { value, change, commit, isSaved } = useAutosave({
    stored: note,
    delayMs: 1_000,
    save: async (text, isLeaving) => {
      const outcome = await changeMark(workId, { note: text }, isLeaving)
      setWaiting(outcome === 'waiting')
      return outcome !== 'rejected'
    },
  })
  const box = useRef<HTMLTextAreaElement>(null)
  const open = () => {
    flushSync(() => setOpen(true))
    box.current?.focus()
  }
  if (value === '' && note === '' && !isOpen) {
    return (
      <button
        type="button"
        className="inline-flex min-h-9 items-center gap-1.5 self-start text-[13px] text-mut hover:text-fg pointer-coarse:min-h-11"
        onClick={open}
      >
        <IconNote size={16} aria-hidden />
        {t('marks.addNote')}
      </button>
    )
  }
  const outcome = isSaved && t(isWaiting ? 'marks.noteWaiting' : 'marks.noteSaved')
  return (
    <div className="max-w-xl">
      <TextArea
        label={t('marks.note')}
        help={t('marks.noteHelp')}
        value={value}
        maxLength={maxNoteLength}
        ref={box}
        onChange={({ target }) => change(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          commit()
          setOpen(false)
        }}
      />
      <p role="status" className="mt-1 min-h-5 text-[12.5px] text-mut">
        {outcome}
      </p>
    </div>
  )
}

const maxNoteLength = 10_000
