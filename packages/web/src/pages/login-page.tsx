import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoginForm, SessionCard } from '../features/session/login-form.tsx'
import { useT } from '../lib/i18n.ts'
import { useDocumentTitle } from '../ui/page.tsx'

const SetupNotice = lazy(() =>
  import('../features/welcome/setup-call.tsx').then(({ SetupNotice }) => ({ default: SetupNotice })),
)
const OtherWays = lazy(() =>
  import('../features/session/other-ways.tsx').then(({ OtherWays }) => ({ default: OtherWays })),
)

const route = getRouteApi('/site/auth/login')

export function LoginPage() {
  const t = useT()
  const router = useRouter()
  const { redirect } = route.useSearch()
  const goOn = () => router.history.push(redirect ?? '/')
  useDocumentTitle(t('auth.login'))
  return (
    <SessionCard title={t('auth.loginTitle')} help={t('auth.loginHelp')}>
      <Suspense>
        <SetupNotice />
      </Suspense>
      <LoginForm onDone={goOn} />
      <div className="flex flex-col gap-3 border-t border-line pt-5">
        <Suspense>
          <OtherWays redirect={redirect} onDone={goOn} />
        </Suspense>
      </div>
    </SessionCard>
  )
}
