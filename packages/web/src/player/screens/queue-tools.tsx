import { IconGripVertical, IconPlaylistAdd, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { openPlaylistDialog } from '../../domain/playlist-addition.ts'
import { usePlaylistWords } from '../../domain/playlist-words.ts'
import { useUser } from '../../domain/session.ts'
import { formatClock } from '../../lib/format.rules.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { useDragScroll } from '../../lib/use-drag-scroll.ts'
import { currentOf, type Queue } from '../engine/queue.rules.ts'
import { moveItemInQueue, onlyCurrent } from '../engine/queue-edits.rules.ts'
import { jumpTo, removeAt, setQueue } from '../player-actions.ts'
import type { PlayerItem } from '../player-item.ts'
import { usePlayer } from '../player-store.ts'

/** The queue, with a button that clears the upcoming tracks and can undo it. */
export function QueueTools() {
  const t = useT()
  const isOwn = useUser() !== undefined
  const queue = usePlayer((state) => state.queue)
  const [before, setBefore] = useState<Queue<PlayerItem>>()
  const isCleared = before !== undefined && isStillCleared(queue, before)
  const clear = () => {
    setBefore(queue)
    setQueue(onlyCurrent(queue))
  }
  const restore = () => {
    if (before) setQueue(before)
    setBefore(undefined)
  }
  return (
    <>
      <QueueList />
      <Suspense>{isOwn && <SaveQueue queue={queue} />}</Suspense>
      {isCleared ? (
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

/** Returns whether the queue is still the cleared one. If tracks were added since, undo would lose them. */
const isStillCleared = ({ items }: Queue<PlayerItem>, before: Queue<PlayerItem>): boolean =>
  items.length === 1 && items[0]?.track.id === currentOf(before)?.track.id

/** Saves the tracks to a new or existing playlist. */
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
      onClick={() =>
        openPlaylistDialog({ things, title: t('playlists.count', { count: things.length }), name })
      }
    >
      <IconPlaylistAdd size={16} aria-hidden />
      {t('playlists.saveQueue')}
    </button>
  )
}

/** Shows the queue. Tracks are reordered by dragging their grip, or with the arrow keys while the grip has focus. */
function QueueList() {
  const t = useT()
  const queue = usePlayer((state) => state.queue)
  const { items, index } = queue
  const [dragged, setDragged] = useState<number>()
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const [movedTo, setMovedTo] = useState<{ readonly at: number }>()
  // Focus follows the moved track, so the next key press moves the same track.
  useLayoutEffect(() => {
    if (movedTo) list.current?.querySelectorAll<HTMLElement>('[data-grip]')[movedTo.at]?.focus()
  }, [movedTo])
  const move = (from: number, to: number) => {
    const item = items[from]
    if (!item || to < 0 || to >= items.length) return
    setQueue(moveItemInQueue(queue, from, to))
    say(t('queue.moved', { track: item.track.title, position: to + 1, total: items.length }))
    setMovedTo({ at: to })
  }
  const dragOver = (y: number) => {
    if (dragged === undefined) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const over = rows.findIndex(({ top, bottom }) => y >= top && y < bottom)
    if (over < 0 || over === dragged) return
    setQueue(moveItemInQueue(queue, dragged, over))
    setDragged(over)
  }
  const scroll = useDragScroll(list, dragOver)
  const drop = () => {
    scroll.end()
    setDragged(undefined)
  }
  return (
    <>
      <ol
        ref={list}
        className="-mx-2"
        onPointerMove={({ clientY }) => {
          dragOver(clientY)
          scroll.moveTo(clientY)
        }}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        {items.map((item, at) => (
          <QueueRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same track may be listed twice, only its index distinguishes the two
            key={`${item.track.id} ${at}`}
            item={item}
            at={at}
            isCurrent={at === index}
            isDragged={at === dragged}
            onMove={(by) => move(at, at + by)}
            // The list captures the pointer, because the row becomes another element when it moves.
            onGrip={({ pointerId, clientY }) => {
              list.current?.setPointerCapture(pointerId)
              scroll.begin(clientY)
              setDragged(at)
            }}
          />
        ))}
      </ol>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </>
  )
}

interface QueueRowProps {
  readonly item: PlayerItem
  readonly at: number
  readonly isCurrent: boolean
  readonly isDragged: boolean
  readonly onMove: (by: 1 | -1) => void
  readonly onGrip: (press: PointerEvent) => void
}

function QueueRow({ item, at, isCurrent, isDragged, onMove, onGrip }: QueueRowProps) {
  const t = useT()
  const track = item.track.title
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={`flex items-center rounded-xl hover:bg-sunken ${isDragged ? 'bg-soft' : ''}`}>
      <button
        type="button"
        data-grip
        className="grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center text-mut"
        aria-label={t('queue.drag', { track })}
        onKeyDown={onKey}
        // Other buttons open a menu, and their release may never be reported.
        onPointerDown={(press) => press.button === 0 && onGrip(press)}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-1 text-left text-sm aria-[current=true]:text-acc"
        aria-current={isCurrent}
        onClick={() => jumpTo(at)}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" lang={nameLanguage(track)}>
            {track}
          </span>
          <span className="block truncate text-xs text-mut" lang={nameLanguage(item.title)}>
            {item.title}
          </span>
        </span>
        {item.track.duration !== null && (
          <span className="text-xs text-mut">{formatClock(item.track.duration)}</span>
        )}
      </button>
      <button
        type="button"
        className="btn-icon"
        aria-label={t('player.remove', { track })}
        onClick={() => removeAt(at)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  )
}
