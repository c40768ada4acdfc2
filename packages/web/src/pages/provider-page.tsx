import { completeOidc } from '@koedana/contract/oidc.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { quietClient } from '../domain/quiet-client.ts'
import { safeRedirectPath } from '../domain/redirect.rules.ts'
import { replaceSession } from '../domain/replace-session.ts'
import { useSignInWords } from '../domain/sign-in-words.ts'
import { SessionCard } from '../features/session/login-form.tsx'
import { useT } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { Skeleton, useDocumentTitle } from '../ui/page.tsx'

/** The server returns a session only once, so the query never repeats. The page shows failures itself. */
const landingQuery = {
  queryKey: ['provider-landing'],
  queryFn: () => quietClient()(completeOidc, {}),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnMount: false,
}

export function ProviderPage() {
  useSignInWords()
  const t = useT()
  useDocumentTitle(t('auth.login'))
  const router = useRouter()
  const { data, error } = useQuery(landingQuery)
  useEffect(() => {
    if (!data) return
    if (data.signedIn) replaceSession(data.signedIn)
    notify(t(data.signedIn ? 'message.loginSuccessful' : 'identities.linked'), 'positive')
    const href = safeRedirectPath(data.redirect, window.location.origin) ?? '/'
    void router.navigate({ href, replace: true })
  }, [data, router, t])
  if (!error) {
    return (
      <SessionCard title={t('signIn.landing')}>
        <Skeleton className="h-11" />
      </SessionCard>
    )
  }
  return (
    <SessionCard title={t('signIn.failed')}>
      <p role="alert" className="text-sm text-pretty">
        {error.message}
      </p>
      <Link to="/auth/login" className="btn-primary h-11">
        {t('signIn.again')}
      </Link>
    </SessionCard>
  )
}
