import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { setFavorite, useIsFavorite } from '../../../domain/favorites-store.ts'
import { requestLoginWithNotice } from '../../../domain/request-login.ts'
import { useUser } from '../../../domain/session.ts'
import { loadMoreWords, translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'

/**
 * The favorite button of the work page. Its label is the same in both states, to avoid a layout shift. Visitors are sent to the login and
 * back.
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
      onClick={user ? toggle : requestLoginWithNotice}
    >
      {isFavorite ? <IconHeartFilled size={17} aria-hidden /> : <IconHeart size={17} aria-hidden />}
      {/* For logged-in users there are five buttons here; a phone has room for only one label. */}
      <span className={user && 'max-sm:sr-only'}>{t('favorites.favorite')}</span>
    </button>
  )
}

/** The favorite state of a work, with an action that shows the change at once and a notice. */
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
    // Loads the label of the undo button meanwhile.
    await Promise.all([setFavorite(workId, isFavorite), loadMoreWords()])
  } catch {
    // The client has shown the error, and the heart was reset.
    return
  }
  const said = translate(isFavorite ? 'message.addedToFavorites' : 'message.removedFromFavorites')
  const run = () => void change(workId, !isFavorite)
  notify(said, 'positive', { label: translate('common.undo'), run })
  await queryClient.invalidateQueries({ queryKey: ['favorites'] })
}
