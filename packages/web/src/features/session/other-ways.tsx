import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { aboutQuery } from '../../domain/about-query.ts'
import { useT } from '../../lib/i18n.ts'
import { GuestButton } from './guest-button.tsx'

export interface OtherWaysProps {
  /** Where to go on after signing in. */
  readonly redirect: string | undefined
  readonly onDone: () => void
}

/** What this server offers who has no account. Import it lazily: the form stands without it. */
export function OtherWays({ redirect, onDone }: OtherWaysProps) {
  const t = useT()
  const { data: server } = useQuery(aboutQuery())
  return (
    <>
      {server?.allowsGuests && <GuestButton onDone={onDone} />}
      {server && server.registration !== 'closed' && (
        <p className="text-center text-[13px] text-mut">
          {t('auth.noAccount')}{' '}
          <Link
            to="/auth/register"
            search={redirect ? { redirect } : {}}
            className="text-acc underline underline-offset-4"
          >
            {t('auth.register')}
          </Link>
        </p>
      )}
    </>
  )
}
