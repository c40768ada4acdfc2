import { roleOf } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { aboutQuery } from '../domain/about-query.ts'
import { useUser } from '../domain/session.ts'
import { SessionCard } from '../features/session/login-form.tsx'
import { RegisterForm } from '../features/session/register-form.tsx'
import { useT } from '../lib/i18n.ts'
import { useDocumentTitle } from '../ui/page.tsx'

const route = getRouteApi('/site/auth/register')

export function RegisterPage() {
  const t = useT()
  const router = useRouter()
  const { redirect } = route.useSearch()
  const { data: server } = useQuery(aboutQuery())
  const isGuest = useUser()?.role === roleOf.guest
  useDocumentTitle(t('auth.register'))
  if (server?.registration === 'closed') {
    return <SessionCard title={t('auth.registerTitle')}>{t('auth.registerClosed')}</SessionCard>
  }
  return (
    <SessionCard
      title={t('auth.registerTitle')}
      help={isGuest ? t('auth.registerGuestHelp') : t('auth.registerHelp')}
    >
      <RegisterForm
        asksForKey={server?.registration !== 'open'}
        onDone={() => router.history.push(redirect ?? '/')}
      />
      {!isGuest && (
        <p className="border-t border-line pt-5 text-center text-[13px] text-mut">
          {t('auth.hasAccount')}{' '}
          <Link
            to="/auth/login"
            search={redirect ? { redirect } : {}}
            className="text-acc underline underline-offset-4"
          >
            {t('auth.login')}
          </Link>
        </p>
      )}
    </SessionCard>
  )
}
