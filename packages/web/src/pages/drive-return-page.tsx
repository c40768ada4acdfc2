import type { DriveProvider } from '@koedana/contract/drives.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Suspense, use, useState } from 'react'
import { useUser } from '../domain/session.ts'
import { completeLinkOnce, type LinkResult, rememberOutcome } from '../features/admin/drives/complete-link.ts'
import { useDriveWords } from '../features/admin/drives/drive-words.ts'
import { LinkOutcome } from '../features/admin/drives/link-outcome.tsx'
import { providerOfPage } from '../features/admin/drives/oauth-response.rules.ts'
import { useT } from '../lib/i18n.ts'
import { Skeleton, useDocumentTitle } from '../ui/page.tsx'

/** A cloud drive provider redirects the browser here. The request starts before the messages are loaded. */
export function DriveReturnPage() {
  const { page = '' } = useParams({ strict: false })
  const provider = providerOfPage(page)
  // No provider has this page: it is an unknown path like any other.
  if (!provider) return <Navigate to="/$" params={{ _splat: '404' }} replace />
  return (
    <div className="mx-auto w-full max-w-[480px] pt-2 md:pt-10">
      <Suspense fallback={<Skeleton className="h-52 w-full rounded-card!" />}>
        <Card provider={provider} response={completeLinkOnce(provider)} />
      </Suspense>
    </div>
  )
}

interface CardProps {
  readonly provider: DriveProvider
  readonly response: Promise<LinkResult>
}

function Card({ provider, response }: CardProps) {
  useDriveWords()
  const t = useT()
  const [decided, setDecided] = useState<LinkResult>()
  const outcome = decided ?? use(response)
  useDocumentTitle(t('drives.linkTitle'))
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <h1 className="text-[20px] font-bold tracking-tight">
        {t('drives.linkName', { name: t(`drive.${provider}`) })}
      </h1>
      <LinkOutcome
        provider={provider}
        outcome={outcome}
        onDecided={(result) => {
          rememberOutcome(provider, result)
          setDecided(result)
        }}
      />
      <NextPage isLinked={outcome.is === 'linked'} />
    </section>
  )
}

/** Leads on to a page that the caller may open. */
function NextPage({ isLinked }: { readonly isLinked: boolean }) {
  const t = useT()
  const user = useUser()
  if (!user)
    return (
      <Link to="/auth/login" search={{ redirect: '/admin/storages' }} className="btn-primary self-start">
        {t('auth.login')}
      </Link>
    )
  const isAdmin = user.role === roleOf.admin
  return (
    <Link to={isAdmin ? '/admin/storages' : '/'} className="btn-primary self-start pointer-coarse:h-11">
      {isAdmin ? t(isLinked ? 'drives.pickFolder' : 'drives.backToStorages') : t('error.home')}
    </Link>
  )
}
