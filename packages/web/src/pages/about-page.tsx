import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { aboutQuery } from '../domain/about-query.ts'
import { isAdmin } from '../domain/session.ts'
import { ThirdParty } from '../features/about/third-party.tsx'
import { useT } from '../lib/i18n.ts'
import { subPath } from '../lib/sub-path.ts'
import { ErrorState, productName, Skeleton, useDocumentTitle } from '../ui/page.tsx'

export function AboutPage() {
  const t = useT()
  useDocumentTitle(t('about.title'))
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="page-title">{t('about.title')}</h1>
      <p className="mt-1 mb-6 text-mut">{t('about.tagline')}</p>
      <AboutServer />
      <p className="mt-2 text-sm text-mut">{t('about.offline')}</p>
      <ThirdParty />
    </div>
  )
}

function AboutServer() {
  const t = useT()
  const { data, error, refetch } = useQuery(aboutQuery())
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <>
      <div className="flex items-center gap-4 rounded-card border border-line bg-surface p-5">
        <img src={`${subPath}/icon.svg`} alt="" width={56} height={56} />
        <div>
          <p className="text-lg font-bold tracking-tight">
            {productName} <span className="font-medium text-mut">{data.version}</span>
          </p>
          <p className="text-sm text-mut">{t('about.licenceText', { licence: data.licence })}</p>
        </div>
      </div>
      <p className="mt-6 text-sm text-mut">
        {t(data.asksMarketplace ? 'about.asksMarketplace' : 'about.asksNobody')}
      </p>
      {isAdmin() && (
        <Link to="/admin/destinations" className="mt-2 inline-block text-sm text-acc hover:underline">
          {t('destinations.title')}
        </Link>
      )}
    </>
  )
}
