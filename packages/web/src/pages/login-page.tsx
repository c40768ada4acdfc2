import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { GuestButton } from '../features/session/guest-button.tsx'
import { LoginForm } from '../features/session/login-form.tsx'
import { SessionCard } from '../features/session/session-card.tsx'
import { aboutQuery } from '../lib/about-query.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { useT } from '../lib/i18n.ts'

const route = getRouteApi('/site/auth/login')

export function LoginPage() {
  const t = useT()
  const router = useRouter()
  const { redirect } = route.useSearch()
  const { data: server } = useQuery(aboutQuery())
  const goOn = () => router.history.push(redirect ?? '/')
  useDocumentTitle(t('auth.login'))
  return (
    <SessionCard title={t('auth.loginTitle')} help={t('auth.loginHelp')}>
      <LoginForm onDone={goOn} />
      <div className="flex flex-col gap-3 border-t border-line pt-5">
        {server?.allowsGuests && <GuestButton onDone={goOn} />}
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
      </div>
    </SessionCard>
  )
}
