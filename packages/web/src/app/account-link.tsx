import { Link } from '@tanstack/react-router'
import { useT } from '../lib/i18n.ts'
import { useUser } from '../lib/session.ts'
import { accountPlace, loginPlace } from './places.ts'

/** Beside the search field of a phone, which has no side bar. */
export function AccountLink() {
  const t = useT()
  const place = useUser() ? accountPlace : loginPlace
  return (
    <Link {...place.link} className="btn-icon size-11! md:hidden" aria-label={t(place.key)}>
      <place.icon size={22} aria-hidden />
    </Link>
  )
}
