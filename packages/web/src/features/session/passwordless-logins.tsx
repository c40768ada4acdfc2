import { loginAsGuest } from '@koedana/contract/auth.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { aboutQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { passkeyObstacle } from '../../domain/passkeys.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { Skeleton } from '../../ui/page.tsx'

const ways = () => import('./provider-login.tsx')
const ProviderButton = lazy(() => ways().then(({ ProviderButton }) => ({ default: ProviderButton })))
const ProxyButton = lazy(() => ways().then(({ ProxyButton }) => ({ default: ProxyButton })))

const PasskeyWay = lazy(() =>
  import('./passkey-login.tsx').then(({ PasskeyLogin }) => ({ default: PasskeyLogin })),
)

export interface OtherWaysProps {
  /** The URL to open after the login. */
  readonly redirect: string | undefined
  readonly onDone: () => void
}

/** Logins without a password. Load lazily: the form does not need it. */
export function PasswordlessLogins({ redirect, onDone }: OtherWaysProps) {
  const t = useT()
  const { data: server } = useQuery(aboutQuery())
  return (
    <>
      {server && !server.provider?.isOnly && !passkeyObstacle() && (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <PasskeyWay onDone={onDone} />
        </Suspense>
      )}
      {server?.hasProxySignIn && (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <ProxyButton redirect={redirect} />
        </Suspense>
      )}
      {server?.provider && !server.provider.isOnly && (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <ProviderButton label={server.provider.label} redirect={redirect} />
        </Suspense>
      )}
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

function GuestButton({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    const signedIn = await call(loginAsGuest, {}).catch(() => undefined)
    setBusy(false)
    if (!signedIn) return
    signIn(signedIn)
    notify(t('message.loginSuccessful'), 'positive')
    onDone()
  }
  return (
    <button type="button" className="btn h-11" disabled={isBusy} onClick={() => void enter()}>
      {t('auth.guest')}
    </button>
  )
}
