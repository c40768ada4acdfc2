import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { aboutQuery } from '../domain/about-query.ts'
import { LoginForm, SessionCard } from '../features/session/login-form.tsx'
import { useT } from '../lib/i18n.ts'
import { Skeleton, useDocumentTitle } from '../ui/page.tsx'

const SetupNotice = lazy(() =>
  import('../features/welcome/setup-prompt.tsx').then(({ SetupNotice }) => ({ default: SetupNotice })),
)
const OtherWays = lazy(() =>
  import('../features/session/passwordless-logins.tsx').then(({ PasswordlessLogins }) => ({
    default: PasswordlessLogins,
  })),
)

const ProviderFirst = lazy(() =>
  import('../features/session/provider-login.tsx').then(({ ProviderFirst }) => ({ default: ProviderFirst })),
)

const route = getRouteApi('/site/auth/login')

export function LoginPage() {
  const t = useT()
  const router = useRouter()
  const { redirect } = route.useSearch()
  const { data: server } = useQuery(aboutQuery())
  const only = server?.provider?.isOnly ? server.provider : undefined
  const goOn = () => void router.navigate({ href: redirect ?? '/' })
  useDocumentTitle(t('auth.login'))
  return (
    <SessionCard title={t('auth.loginTitle')} help={t('auth.loginHelp')}>
      <Suspense>
        <SetupNotice />
      </Suspense>
      {only ? (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <ProviderFirst label={only.label} redirect={redirect}>
            <LoginForm onDone={goOn} />
          </ProviderFirst>
        </Suspense>
      ) : (
        <LoginForm onDone={goOn} />
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-5">
        <Suspense>
          <OtherWays redirect={redirect} onDone={goOn} />
        </Suspense>
      </div>
    </SessionCard>
  )
}
