import { Link, useParams } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { isAdmin } from '../domain/session.ts'
import { providerOfPage } from '../features/admin/drives/drive-response.rules.ts'
import { useDriveWords } from '../features/admin/drives/drive-words.ts'
import { LinkOutcome } from '../features/admin/drives/link-outcome.tsx'
import { type Taken, takeResponse } from '../features/admin/drives/take-response.ts'
import { useT } from '../lib/i18n.ts'
import { Skeleton, useDocumentTitle } from '../ui/page.tsx'

/** A cloud drive provider redirects the browser here. The request starts before the messages are loaded. */
export function DriveReturnPage() {
  const { page = '' } = useParams({ strict: false })
  const provider = providerOfPage(page)
  const response = provider && takeResponse(provider)
  return (
    <div className="mx-auto w-full max-w-[480px] pt-2 md:pt-10">
      <Suspense fallback={<Skeleton className="h-52 w-full rounded-card!" />}>
        <Card provider={provider} response={response} />
      </Suspense>
    </div>
  )
}

interface CardProps {
  readonly provider: ReturnType<typeof providerOfPage>
  readonly response: Promise<Taken> | undefined
}

function Card({ provider, response }: CardProps) {
  useDriveWords()
  const t = useT()
  const outcome = response && use(response)
  useDocumentTitle(t('drives.linkTitle'))
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <h1 className="text-[20px] font-bold tracking-tight">
        {provider ? t('drives.linkName', { name: t(`drive.${provider}`) }) : t('drives.linkTitle')}
      </h1>
      {provider && outcome ? (
        <LinkOutcome provider={provider} outcome={outcome} />
      ) : (
        <p>{t('drives.noProvider')}</p>
      )}
      {isAdmin() ? (
        <Link to="/admin/storages" className="btn-primary self-start pointer-coarse:h-11">
          {t(outcome?.is === 'linked' ? 'drives.pickFolder' : 'drives.backToStorages')}
        </Link>
      ) : (
        <Link to="/auth/login" search={{ redirect: '/admin/storages' }} className="btn-primary self-start">
          {t('auth.login')}
        </Link>
      )}
    </section>
  )
}
