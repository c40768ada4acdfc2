import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'
import { useLoginFirst } from '../../../lib/login-first.ts'
import { useUser } from '../../../lib/session.ts'
import { useFavorite } from './use-favorite.ts'

/** Beside Play on the work's page. A visitor is led to the login and back. */
export function FavoriteButton({ workId }: { readonly workId: string }) {
  const t = useT()
  const user = useUser()
  const login = useLoginFirst()
  const { isFavorite, toggle } = useFavorite(workId)
  return (
    <button type="button" className="btn h-10" aria-pressed={isFavorite} onClick={user ? toggle : login}>
      {isFavorite ? (
        <IconHeartFilled size={17} className="text-acc" aria-hidden />
      ) : (
        <IconHeart size={17} aria-hidden />
      )}
      {isFavorite ? t('favorites.remove') : t('favorites.add')}
    </button>
  )
}
