/** Shows what a listener notes of a work: how far they are, what they think of it. Import it lazily: visitors have none. */
import { type ProgressState, progressStates } from '@koedana/contract/values.ts'
import { IconNote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { changeMark, markQuery } from './mark-query.ts'
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
  if (!(await changeMark(workId, { progress: to }))) return
  const name = to === null ? '' : translate(`marks.${to}`)
  const said = to === null ? translate('marks.progressCleared') : translate('marks.progressSet', { name })
  const run = () => void changeMark(workId, { progress: from })
  notify(said, 'positive', { label: translate('common.undo'), run })
}

/** Shows a button until there is something to read or to write. */
function Note({ workId, note }: { readonly workId: string; readonly note: string }) {
  const t = useT()
  const [isWriting, setWriting] = useState(false)
  if (note === '' && !isWriting) {
    return (
      <button
        type="button"
        className="inline-flex min-h-9 items-center gap-1.5 self-start text-[13px] text-mut hover:text-fg pointer-coarse:min-h-11"
        onClick={() => setWriting(true)}
      >
        <IconNote size={16} aria-hidden />
        {t('marks.addNote')}
      </button>
    )
  }
  return (
    <div className="max-w-xl">
      <TextArea
        // What was written on another device stands in it at once.
        key={note}
        label={t('marks.note')}
        help={t('marks.noteHelp')}
        defaultValue={note}
        maxLength={longestNote}
        // It was opened to be written in.
        ref={(box) => (isWriting && note === '' ? box?.focus() : undefined)}
        onBlur={({ target }) => void save(workId, { from: note, to: target.value.trim() })}
      />
    </div>
  )
}

const longestNote = 10_000

async function save(workId: string, { from, to }: { from: string; to: string }): Promise<void> {
  if (from === to) return
  if (await changeMark(workId, { note: to })) notify(translate('marks.noteSaved'), 'positive')
}
