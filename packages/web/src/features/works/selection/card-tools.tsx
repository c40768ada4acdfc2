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
  /** The index in a list with selection. */
  readonly at?: number | undefined
  /** Rows only have room for the selection mark. */
  readonly isRow?: boolean
}

/** Buttons in the corners of a cover. Load lazily: covers come first. */
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

/** Always shown on favorites, otherwise on hover. On touch screens, the menu has it. */
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

/** Shown while anything is selected, otherwise on hover. */
function CardCheck({ work, at, isRow }: CardCheckProps) {
  const isChosen = useSelection(({ chosen }) => chosen.has(work.id))
  const isShown = useSelection(({ chosen }) => chosen.size > 0)
  const toggle = (event: MouseEvent) => {
    // With the shift key, the list selects a range instead.
    if (!event.shiftKey) toggleSelected(work, at)
  }
  return (
    <>
      {isChosen && (
        <span className="pointer-events-none absolute inset-0 rounded-card" style={isRow ? rowRing : ring} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: it must look like the heart button, on any cover */}
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
/** Next to the row, because inside it would cover the last column. */
const rowRing = { ...ring, outlineOffset: -3, left: -10, right: -10 } as const
const coverPosition = { bottom: 6, left: 6 } as const
const rowPosition = { bottom: 10, left: 2 } as const
