import { type Bookmark, maxBookmarkTitleLength } from '@koedana/contract/bookmarks.ts'
import { IconBookmark, IconPencil, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { bookmarksQuery, deleteBookmark, saveBookmark, useBookmarkWords } from '../../../domain/bookmarks.ts'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { formatClock } from '../../../lib/format.rules.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { playAt } from '../play-at.ts'
import { workQuery } from '../work-query.ts'

/** The user's bookmarks in a work, sorted by position; empty if there are none. Bookmarks are created in the player. */
export function OwnBookmarks({ workId }: { readonly workId: string }) {
  const { data } = useQuery(bookmarksQuery(workId))
  return data && data.items.length > 0 ? <Bookmarks workId={workId} items={data.items} /> : null
}

function Bookmarks({ workId, items }: { readonly workId: string; readonly items: readonly Bookmark[] }) {
  useBookmarkWords()
  // They contain the message for a missing file.
  useListeningWords()
  const t = useT()
  return (
    <section aria-label={t('bookmarks.title')} className="mt-2 max-w-xl">
      <h2 className="mb-1 text-[13px] font-medium text-mut">{t('bookmarks.title')}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {items.map((bookmark) => (
          <Row key={`${bookmark.fileId} ${bookmark.position}`} workId={workId} bookmark={bookmark} />
        ))}
      </ul>
    </section>
  )
}

function Row({ workId, bookmark }: { readonly workId: string; readonly bookmark: Bookmark }) {
  const t = useT()
  const { data: work } = useQuery(workQuery(workId))
  const [isNaming, setNaming] = useState<boolean>()
  const pencil = useRef<HTMLButtonElement>(null)
  // Returns the focus from the text field.
  useEffect(() => void (isNaming === false && pencil.current?.focus()), [isNaming])
  const { fileId, position, title } = bookmark
  const time = formatClock(position)
  if (isNaming) return <RenameBookmark workId={workId} bookmark={bookmark} onDone={() => setNaming(false)} />
  return (
    <li className="flex min-h-11 items-center gap-1 pr-1">
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 px-3 text-left text-sm hover:text-acc"
        aria-label={t('bookmarks.play', { title, time })}
        disabled={!work}
        onClick={() => work && void playAt(work, fileId, position)}
      >
        <IconBookmark size={16} className="shrink-0 text-acc" aria-hidden />
        <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
        <span className="shrink-0 text-[12.5px] text-mut tabular-nums">{time}</span>
      </button>
      <button
        type="button"
        className="btn-icon size-9 pointer-coarse:size-11"
        aria-label={t('bookmarks.rename', { title })}
        ref={pencil}
        onClick={() => setNaming(true)}
      >
        <IconPencil size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="btn-icon size-9 pointer-coarse:size-11"
        aria-label={t('bookmarks.delete', { title })}
        onClick={() => void removeWithUndo(workId, bookmark, t)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  )
}

async function removeWithUndo(
  workId: string,
  { fileId, position, title }: Bookmark,
  t: ReturnType<typeof useT>,
): Promise<void> {
  try {
    await deleteBookmark(workId, { fileId, position })
  } catch {
    // The client has shown the error.
    return
  }
  const run = () => void saveBookmark(workId, { fileId, position, title }).catch(() => undefined)
  notify(t('bookmarks.deleted', { title }), 'info', { label: t('common.undo'), run })
}

interface NamingProps {
  readonly workId: string
  readonly bookmark: Bookmark
  readonly onDone: () => void
}

function RenameBookmark({ workId, bookmark, onDone }: NamingProps) {
  const t = useT()
  const [text, setText] = useState(bookmark.title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const title = text.trim()
    if (title === '' || title === bookmark.title) return onDone()
    const { fileId, position } = bookmark
    saveBookmark(workId, { fileId, position, title })
      .then(() => {
        notify(t('bookmarks.renamed', { title }), 'positive')
        onDone()
      })
      // The client has shown the error, and the input is kept.
      .catch(() => undefined)
  }
  return (
    <li>
      <form className="flex items-center gap-2 p-1.5" onSubmit={submit}>
        <input
          className="input min-w-0 flex-1 pointer-coarse:h-11"
          aria-label={t('bookmarks.note')}
          maxLength={maxBookmarkTitleLength}
          // Focused, because the user opened it to type.
          ref={(input) => input?.focus()}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onDone()}
        />
        <button type="submit" className="btn pointer-coarse:h-11">
          {t('bookmarks.keep')}
        </button>
      </form>
    </li>
  )
}
