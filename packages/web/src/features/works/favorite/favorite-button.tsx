import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { useUser } from '../../../lib/session.ts'
import { useFavorite } from './use-favorite.ts'

/** Beside Play on the work's page. A visitor is led to the login and back. */
export function FavoriteButton({ workId }: { readonly workId: string }) {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const { href } = useLocation()
  const { isFavorite, toggle } = useFavorite(workId)
  const login = () => {
    notify(t('message.pleaseLoginToContinue'), 'negative')
    void navigate({ to: '/auth/login', search: { redirect: href } })
  }
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
