import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { loginFirst } from '../../../domain/login-first.ts'
import { useUser } from '../../../domain/session.ts'
import { useT } from '../../../lib/i18n.ts'
import { useFavorite } from './use-favorite.ts'

/**
 * The button beside Play on the work's page; pressed or not it says the same, so that nothing beside it moves. A
 * visitor is led to the login and back.
 */
export function FavoriteButton({ workId }: { readonly workId: string }) {
  const t = useT()
  const user = useUser()
  const { isFavorite, toggle } = useFavorite(workId)
  return (
    <button
      type="button"
      className="btn h-10 aria-pressed:border-transparent aria-pressed:bg-soft aria-pressed:text-acc"
      aria-pressed={isFavorite}
      title={t(isFavorite ? 'favorites.remove' : 'favorites.add')}
      onClick={user ? toggle : loginFirst}
    >
      {isFavorite ? <IconHeartFilled size={17} aria-hidden /> : <IconHeart size={17} aria-hidden />}
      {t('favorites.favorite')}
    </button>
  )
}
