import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { MarketplaceSection } from '../../features/admin/site-settings/marketplace-section.tsx'
import {
  AccountsSection,
  LinksSection,
  VisitorsSection,
} from '../../features/admin/site-settings/people-sections.tsx'
import { siteSettingsQuery } from '../../features/admin/site-settings/settings-section.tsx'
import { useT } from '../../lib/i18n.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

const DoorsSection = lazy(() =>
  import('../../features/admin/site-settings/doors-section.tsx').then(({ DoorsSection }) => ({
    default: DoorsSection,
  })),
)

const OidcSection = lazy(() =>
  import('../../features/admin/site-settings/oidc-section.tsx').then(({ OidcSection }) => ({
    default: OidcSection,
  })),
)

/** The settings of the whole server; each part is saved by itself. */
export function SiteSettingsPage() {
  const t = useT()
  const { data, error, refetch } = useQuery(siteSettingsQuery())
  useDocumentTitle(t('admin.settings'))
  return (
    <>
      <h1 className="text-[22px] font-bold tracking-tight">{t('admin.settings')}</h1>
      <p className="mb-4 text-[13px] text-mut">{t('site.help')}</p>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-96 w-full rounded-card!" />}
      {data && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <div className="flex flex-col gap-4">
            <AccountsSection settings={data} />
            <VisitorsSection settings={data} />
            <Suspense fallback={<Skeleton className="h-96 w-full rounded-card!" />}>
              <OidcSection />
            </Suspense>
          </div>
          <div className="flex flex-col gap-4">
            <MarketplaceSection marketplace={data.marketplace} />
            <Suspense fallback={<Skeleton className="h-40 w-full rounded-card!" />}>
              <DoorsSection settings={data} />
            </Suspense>
            <LinksSection />
          </div>
        </div>
      )}
    </>
  )
}
