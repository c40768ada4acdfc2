import type { PlaylistItem } from '@koedana/contract/playlists.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { type Direction, movedTo, rowAt, rowTowards } from './item-order.rules.ts'
import { moveItem, shownItems, type WholePlaylist } from './playlist-query.ts'
import { nameOf, PlaylistRow } from './playlist-row.tsx'

/** The items in their order: a grip drags one elsewhere, and the arrow keys move the one whose grip has the focus. */
export function PlaylistItems({ playlist, items }: WholePlaylist) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const [said, say] = useState('')
  const [focused, focus] = useState<{ readonly id: string }>()
  const [dragged, setDragged] = useState<{ readonly id: string; readonly to: number }>()
  // The grip goes along: the next press moves the same item.
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
  const drop = () => {
    const item = items[from]
    if (dragged && item) move(item, dragged.to)
    setDragged(undefined)
  }
  return (
    <>
      <ol
        ref={list}
        className="mt-6 overflow-hidden rounded-card border border-line bg-surface"
        onPointerMove={({ clientY }) => drag(clientY)}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(undefined)}
      >
        {shown.map((item, at) => (
          <PlaylistRow
            key={item.id}
            playlist={playlist}
            item={item}
            isDragged={item.id === dragged?.id}
            onMove={(direction) => move(item, direction)}
            // The list keeps the pointer: the row under it changes.
            onGrip={(pointerId) => {
              list.current?.setPointerCapture(pointerId)
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
