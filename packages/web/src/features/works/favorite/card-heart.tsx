import type { WorkCard } from '@koedana/contract/works.ts'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import clsx from 'clsx'
import { useT } from '../../../lib/i18n.ts'
import { useFavorite } from './favorite-button.tsx'

/**
 * The heart on the corner of a cover: always there on a favorite, else while the card is pointed at. A finger has the
 * menu.
 */
export function CardHeart({ work }: { readonly work: Pick<WorkCard, 'id' | 'title'> }) {
  const t = useT()
  const { isFavorite, toggle } = useFavorite(work.id)
  return (
    <button
      type="button"
      className={clsx(
        'absolute top-1.5 right-1.5 z-10 grid size-9 place-items-center rounded-full bg-black/55 text-white transition-opacity focus-visible:opacity-100 pointer-coarse:size-11',
        isFavorite ? 'opacity-100' : 'opacity-0 group-hover:opacity-100 pointer-coarse:hidden',
      )}
      aria-pressed={isFavorite}
      aria-label={`${t('favorites.add')}: ${work.title}`}
      onClick={toggle}
    >
      {isFavorite ? <IconHeartFilled size={17} aria-hidden /> : <IconHeart size={17} aria-hidden />}
    </button>
  )
}
