import type { Playlist, PlaylistItem } from '@koedana/contract/playlists.ts'
import { IconGripVertical, IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatClock } from '../../../lib/format.rules.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { menuFor } from '../../../lib/menu-subject.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { useDragScroll } from '../../../lib/use-drag-scroll.ts'
import { Cover } from '../cover.tsx'
import { type Direction, movedTo, rowAt, rowTowards } from './item-order.rules.ts'
import { playPlaylist } from './play-playlist.ts'
import { moveItem, removeItemAfterDelay, shownItems, type WholePlaylist } from './playlist-query.ts'

/** The items of a playlist. Items are reordered by dragging their grip, or with the arrow keys while the grip has focus. */
export function PlaylistItems({ playlist, items }: WholePlaylist) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const [said, say] = useState('')
  const [focused, focus] = useState<{ readonly id: string }>()
  const [dragged, setDragged] = useState<{ readonly id: string; readonly to: number }>()
  // Focus follows the moved item, so the next key press moves the same item.
  useLayoutEffect(() => {
    if (focused) list.current?.querySelector<HTMLElement>(`[data-grip="${focused.id}"]`)?.focus()
  }, [focused])
  const move = (item: PlaylistItem, where: number | Direction) => {
    // A second press may come before the first has been rendered.
    const latest = shownItems(playlist.id) ?? items
    const at = latest.findIndex(({ id }) => id === item.id)
    const to = typeof where === 'number' ? where : rowTowards(where, at, latest.length)
    const moved = movedTo(latest, at, to)
    if (!moved) return
    say(t('playlists.moved', { name: nameOf(item), position: to + 1, total: latest.length }))
    focus({ id: item.id })
    moveItem(playlist.id, { itemId: item.id, ...moved })
  }
  const from = items.findIndex(({ id }) => id === dragged?.id)
  const shown = dragged ? (movedTo(items, from, dragged.to)?.items ?? items) : items
  const drag = (y: number) => {
    if (!dragged) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    setDragged({ ...dragged, to: rowAt(rows, y) })
  }
  const scroll = useDragScroll(list, drag)
  const drop = () => {
    const item = items[from]
    if (dragged && item) move(item, dragged.to)
    end()
  }
  const end = () => {
    scroll.end()
    setDragged(undefined)
  }
  return (
    <>
      <ol
        ref={list}
        className="mt-6 overflow-hidden rounded-card border border-line bg-surface"
        onPointerMove={({ clientY }) => {
          drag(clientY)
          scroll.moveTo(clientY)
        }}
        onPointerUp={drop}
        onPointerCancel={end}
      >
        {shown.map((item, at) => (
          <PlaylistRow
            key={item.id}
            playlist={playlist}
            item={item}
            isDragged={item.id === dragged?.id}
            onMove={(direction) => move(item, direction)}
            // The list captures the pointer, because the row under it changes.
            onGrip={({ pointerId, clientY }) => {
              list.current?.setPointerCapture(pointerId)
              scroll.begin(clientY)
              setDragged({ id: item.id, to: at })
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

const nameOf = ({ track, work }: PlaylistItem): string => track?.title ?? work.title

const directions = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'end' } as const

const isDirectionKey = (key: string): key is keyof typeof directions => Object.hasOwn(directions, key)

interface PlaylistRowProps {
  readonly playlist: Playlist
  readonly item: PlaylistItem
  readonly isDragged: boolean
  readonly onMove: (to: Direction) => void
  readonly onGrip: (press: PointerEvent) => void
}

const rowClass = 'flex items-center gap-2 border-line px-2 py-2 not-last:border-b'

/** A removed item stays listed until the removal is final, and offers undo. */
function PlaylistRow(props: PlaylistRowProps) {
  const t = useT()
  const takeBack = useRef<() => void>(undefined)
  const [isOut, setOut] = useState(false)
  const { playlist, item } = props
  const takeOut = () => {
    takeBack.current = removeItemAfterDelay(playlist.id, item.id)
    setOut(true)
  }
  const undo = () => {
    takeBack.current?.()
    setOut(false)
  }
  if (!isOut) return <Row {...props} onTakeOut={takeOut} />
  return (
    <li className={`${rowClass} min-h-16 justify-between text-[13.5px] text-mut`}>
      <span className="min-w-0 truncate">
        {t('playlists.removed')} · {nameOf(item)}
      </span>
      <button type="button" className="btn h-9 text-acc pointer-coarse:h-11" onClick={undo}>
        {t('common.undo')}
      </button>
    </li>
  )
}

function Row({
  playlist,
  item,
  isDragged,
  onMove,
  onGrip,
  onTakeOut,
}: PlaylistRowProps & { readonly onTakeOut: () => void }) {
  const t = useT()
  const { work, track } = item
  const name = nameOf(item)
  const isPlayable = track ? !track.gone : work.inLibrary
  const onKey = (event: KeyboardEvent) => {
    if (!isDirectionKey(event.key)) return
    event.preventDefault()
    onMove(directions[event.key])
  }
  return (
    <li
      ref={menuFor(track ? { kind: 'tracks', work, track } : { kind: 'works', work })}
      className={`${rowClass} ${isDragged ? 'bg-soft' : 'hover:bg-sunken'}`}
    >
      {playlist.own && (
        <button
          type="button"
          data-grip={item.id}
          className="grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center text-mut"
          aria-label={t('playlists.drag', { name })}
          onKeyDown={onKey}
          // Other buttons open a menu, and their release may never be reported.
          onPointerDown={(press) => press.button === 0 && onGrip(press)}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <div className="w-16 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="64px" bare />
      </div>
      <RowNames item={item} />
      <button
        type="button"
        className="btn-icon size-11! text-acc disabled:opacity-50"
        aria-label={t('playlists.playFrom', { name })}
        disabled={!isPlayable}
        onClick={() => void playPlaylist(playlist.id, item.id)}
      >
        <IconPlayerPlayFilled size={17} aria-hidden />
      </button>
      {playlist.own && (
        <button
          type="button"
          className="btn-icon size-11!"
          aria-label={t('playlists.remove', { name })}
          onClick={onTakeOut}
        >
          <IconX size={17} aria-hidden />
        </button>
      )}
    </li>
  )
}

function RowNames({ item: { work, track } }: { readonly item: PlaylistItem }) {
  const t = useT()
  const format = useFormat()
  const makers = [work.maker, ...work.artists].flatMap((entity) => entity?.name ?? []).join(' · ')
  const seconds = track ? track.duration : work.duration
  const length = seconds === null ? '' : track ? formatClock(seconds) : format.duration(seconds)
  return (
    <div className="min-w-0 flex-1">
      <Link
        to="/work/$workId"
        params={{ workId: work.id }}
        className="line-clamp-2 text-[14.5px] font-medium wrap-anywhere hover:text-acc"
        lang={track ? nameLanguage(track.title) : work.titleLanguage}
      >
        {track?.title ?? work.title}
      </Link>
      <p className="truncate text-[12.5px] text-mut">
        {track ? (
          <span lang={work.titleLanguage}>{work.title}</span>
        ) : (
          <span lang={nameLanguage(makers)}>{makers}</span>
        )}
      </p>
      <p className="truncate text-[12.5px] text-mut">
        {track?.gone ? (
          <span className="text-neg">{t('playlists.gone')}</span>
        ) : (
          [track ? undefined : t('playlists.wholeWork'), length].filter(Boolean).join(' · ')
        )}
      </p>
    </div>
  )
}
