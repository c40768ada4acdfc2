import { type Destination, type DestinationName, listDestinations } from '@koedana/contract/destinations.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../../domain/api.ts'
import { useDestinationWords } from '../../domain/destination-words.ts'
import { destinationsKey, useSaveSettings } from '../../features/admin/site-settings/settings-section.tsx'
import { useT } from '../../lib/i18n.ts'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'

const destinationsQuery = () =>
  queryOptions({
    queryKey: destinationsKey,
    queryFn: ({ signal }) => call(listDestinations, {}, signal),
  })

/** Lists every server that this one contacts, with the switch of each. */
export function DestinationsPage() {
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-card!" />}>
      <Destinations />
    </Suspense>
  )
}

function Destinations() {
  useDestinationWords()
  const t = useT()
  const { data, error, refetch } = useQuery(destinationsQuery())
  useDocumentTitle(t('destinations.title'))
  return (
    <>
      <h1 className="text-[22px] font-bold tracking-tight">{t('destinations.title')}</h1>
      <p className="mb-4 max-w-3xl text-[13px] text-pretty text-mut">{t('destinations.help')}</p>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-96 w-full rounded-card!" />}
      {data && (
        <ul className="grid gap-4 xl:grid-cols-2">
          {data.items.map((item) => (
            <li key={item.destination}>
              <DestinationCard item={item} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 max-w-3xl text-[13px] text-pretty text-mut">{t('destinations.browsers')}</p>
    </>
  )
}

function DestinationCard({ item }: { readonly item: Destination }) {
  const t = useT()
  const { destination, state } = item
  const title = t(`destination.${destination}`)
  return (
    <section aria-label={title} className="h-full rounded-card border border-line bg-surface p-5">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 className="text-[17px] font-semibold tracking-tight">{title}</h2>
        <span className="flex shrink-0 items-center gap-2 text-[13px]">
          <span className={clsx(state === 'on' ? 'font-medium text-fg' : 'text-mut')}>
            {t(`destinationState.${state}`)}
          </span>
          {destination === 'marketplace' && <MarketplaceSwitch isOn={state === 'on'} />}
        </span>
      </div>
      <dl className="mt-3 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
        {destination !== 'npmRegistry' && (
          <Fact title={t('destinations.contacted')}>
            <Addresses item={item} />
          </Fact>
        )}
        <Fact title={t('destinations.when')}>{t(`destination.${destination}.when`)}</Fact>
        <Fact title={t('destinations.sent')}>{t(`destination.${destination}.sent`)}</Fact>
      </dl>
      <p className="mt-3 text-[13px] text-mut">{controls[destination](t)}</p>
    </section>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="sm:contents">
    <dt className="text-mut max-sm:text-[13px]">{title}</dt>
    <dd className="min-w-0 text-pretty break-words">{children}</dd>
  </div>
)

function Addresses({ item: { addresses, proxyHost } }: { readonly item: Destination }) {
  const t = useT()
  if (addresses.length === 0) return t('destinations.none')
  return (
    <>
      <ul>
        {addresses.map(({ host, name, isOn }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two storages may have the same host and name
          <li key={at} className={isOn ? undefined : 'text-mut'}>
            {name === null
              ? isOn
                ? host
                : t('destinations.hostOff', { host })
              : t(isOn ? 'destinations.named' : 'destinations.namedOff', { name, host })}
          </li>
        ))}
      </ul>
      {proxyHost !== null && <p className="text-mut">{t('destinations.proxy', { host: proxyHost })}</p>}
    </>
  )
}

type Control = (t: ReturnType<typeof useT>) => ReactNode

const link =
  (to: '/admin/storages' | '/admin/settings', key: 'storages' | 'drives' | 'settings'): Control =>
  (t) => (
    <Link to={to} className="text-acc hover:underline">
      {t(`destinations.${key}`)}
    </Link>
  )

/** The page with the switch of each destination. */
const controls: Readonly<Record<DestinationName, Control>> = {
  marketplace: link('/admin/settings', 'settings'),
  marketplaceImages: (t) => t('destinations.follows'),
  webdav: link('/admin/storages', 'storages'),
  s3: link('/admin/storages', 'storages'),
  drives: link('/admin/storages', 'drives'),
  oidc: link('/admin/settings', 'settings'),
  postgresql: (t) => t('destinations.environment'),
  npmRegistry: (t) => t('destinations.installed'),
}

function MarketplaceSwitch({ isOn }: { readonly isOn: boolean }) {
  const t = useT()
  const save = useSaveSettings()
  const [wanted, setWanted] = useState<boolean>()
  const change = (enabled: boolean) => {
    setWanted(enabled)
    save({ marketplace: { enabled } })
      .catch(() => undefined)
      .finally(() => setWanted(undefined))
  }
  return <Switch label={t('destinations.switch')} isOn={wanted ?? isOn} onChange={change} />
}
