import type { WorkCard } from '@koedana/contract/works.ts'
import { IconCircle, IconCircleCheckFilled, IconHeart, IconHeartFilled } from '@tabler/icons-react'
import clsx from 'clsx'
import type { MouseEvent } from 'react'
import { useUser } from '../../../domain/session.ts'
import { useT } from '../../../lib/i18n.ts'
import { useFavorite } from '../favorite/favorite-button.tsx'
import { toggleSelected, useSelection } from './selection-store.ts'

export interface CardToolsProps {
  readonly work: WorkCard
  /** The index in a list whose works can be selected. */
  readonly at?: number | undefined
  /** A row has room for the mark of the selection alone. */
  readonly isRow?: boolean
}

/** Shows what lies on the corners of a cover, at the upper edge of a card. Import it lazily: covers come first. */
export function CardTools({ work, at, isRow = false }: CardToolsProps) {
  const isSignedIn = useUser() !== undefined
  const check = at !== undefined && <CardCheck work={work} at={at} isRow={isRow} />
  if (isRow) return check
  return (
    <div className="absolute inset-x-0 top-0 aspect-4/3">
      {isSignedIn && <CardHeart work={work} />}
      {check}
    </div>
  )
}

const toolClass =
  'absolute z-10 grid size-9 place-items-center rounded-full bg-black/55 text-white pointer-coarse:size-11'
const shownClass = (isShown: boolean) => !isShown && 'idle-tool'

/** Always there on a favorite, else while the card is pointed at. A finger has the menu. */
function CardHeart({ work }: { readonly work: Pick<WorkCard, 'id' | 'title'> }) {
  const t = useT()
  const { isFavorite, toggle } = useFavorite(work.id)
  return (
    <button
      type="button"
      className={clsx(toolClass, 'top-1.5 right-1.5', shownClass(isFavorite))}
      aria-pressed={isFavorite}
      aria-label={`${t('favorites.add')}: ${work.title}`}
      onClick={toggle}
    >
      {isFavorite ? <IconHeartFilled size={17} aria-hidden /> : <IconHeart size={17} aria-hidden />}
    </button>
  )
}

interface CardCheckProps {
  readonly work: WorkCard
  readonly at: number
  readonly isRow: boolean
}

/** There while anything is selected, else while the card is pointed at. */
function CardCheck({ work, at, isRow }: CardCheckProps) {
  const isChosen = useSelection(({ chosen }) => chosen.has(work.id))
  const isShown = useSelection(({ chosen }) => chosen.size > 0)
  const toggle = (event: MouseEvent) => {
    // With the shift key the list has selected a range.
    if (!event.shiftKey) toggleSelected(work, at)
  }
  return (
    <>
      {isChosen && (
        <span className="pointer-events-none absolute inset-0 rounded-card" style={isRow ? rowRing : ring} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: it has to look as the heart does, on any cover */}
      <button
        type="button"
        role="checkbox"
        className={clsx(toolClass, shownClass(isShown))}
        style={isRow ? rowPosition : coverPosition}
        aria-checked={isChosen}
        aria-label={work.title}
        onClick={toggle}
      >
        {isChosen ? <IconCircleCheckFilled size={22} aria-hidden /> : <IconCircle size={22} aria-hidden />}
      </button>
    </>
  )
}

const ring = { outlineStyle: 'solid', outlineWidth: 3, outlineColor: 'var(--acc)' } as const
/** It stands beside the row, or it would lie over the last digit of its last column. */
const rowRing = { ...ring, outlineOffset: -3, left: -10, right: -10 } as const
const coverPosition = { bottom: 6, left: 6 } as const
const rowPosition = { bottom: 10, left: 2 } as const
