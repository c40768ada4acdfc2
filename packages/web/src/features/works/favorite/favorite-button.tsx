import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { setFavorite, useIsFavorite } from '../../../domain/favorites-store.ts'
import { loginFirst } from '../../../domain/login-first.ts'
import { useUser } from '../../../domain/session.ts'
import { loadMoreWords, translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'

/**
 * Shows the button beside Play on the work's page; pressed or not it says the same, so that nothing beside it moves. A
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
      {/* Whose the work can be has five buttons here, of which a phone has room for with one word. */}
      <span className={user && 'max-sm:sr-only'}>{t('favorites.favorite')}</span>
    </button>
  )
}

/** Whether a work is a favorite, and the act that changes it: shown at once, announced in words. */
export interface Favorite {
  readonly isFavorite: boolean
  readonly toggle: () => void
}

export function useFavorite(workId: string): Favorite {
  const isFavorite = useIsFavorite(workId)
  return { isFavorite, toggle: () => void change(workId, !isFavorite) }
}

async function change(workId: string, isFavorite: boolean): Promise<void> {
  try {
    // The word that takes it back comes meanwhile.
    await Promise.all([setFavorite(workId, isFavorite), loadMoreWords()])
  } catch {
    // The client has shown why, and the heart is as it was.
    return
  }
  const said = translate(isFavorite ? 'message.addedToFavorites' : 'message.removedFromFavorites')
  const run = () => void change(workId, !isFavorite)
  notify(said, 'positive', { label: translate('common.undo'), run })
  await queryClient.invalidateQueries({ queryKey: ['favorites'] })
}
