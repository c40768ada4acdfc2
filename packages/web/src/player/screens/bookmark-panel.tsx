/** Bookmarks the current position, with a note. Load lazily: visitors have no bookmarks. */
import { maxBookmarkTitleLength } from '@koedana/contract/bookmarks.ts'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { saveBookmark, useBookmarkWords } from '../../domain/bookmarks.ts'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { PlayerItem } from '../player-item.ts'
import { usePlayer } from '../player-store.ts'
import { ToolButton } from './tool-button.tsx'

interface BookmarkProps {
  readonly item: PlayerItem
}

export function BookmarkButton({ item }: BookmarkProps) {
  useBookmarkWords()
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ToolButton icon={IconBookmarkPlus} label={t('bookmarks.add')} onClick={() => setOpen(true)} />
      {isOpen && <BookmarkPanel item={item} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The position is that of the button press, however long the user takes to write the note. */
function BookmarkPanel({ item: shown, onClose }: BookmarkProps & { readonly onClose: () => void }) {
  const t = useT()
  const [{ item, position }] = useState(() => ({ item: shown, position: usePlayer.getState().time }))
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const title = note.trim() || item.track.title
    saveBookmark(item.workId, { fileId: item.track.id, position, title })
      .then(() => {
        notify(t('bookmarks.kept'), 'positive')
        onClose()
      })
      .catch(() => setBusy(false))
  }
  return (
    <Sheet open onClose={onClose} title={t('bookmarks.add')} isDark>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-sm text-mut">{t('bookmarks.at', { time: formatClock(position) })}</p>
        <Field
          label={t('bookmarks.note')}
          help={t('bookmarks.noteHelp')}
          maxLength={maxBookmarkTitleLength}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <button type="submit" className="btn-primary h-11 self-start" disabled={isBusy}>
          {t('bookmarks.keep')}
        </button>
      </form>
    </Sheet>
  )
}
