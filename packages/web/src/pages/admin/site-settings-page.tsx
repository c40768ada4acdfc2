import { endAllLinks, type Settings } from '@koedana/contract/site-settings.ts'
import { ageCategories, registrations } from '@koedana/contract/values.ts'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../domain/api.ts'
import { MarketplaceSection } from '../../features/admin/site-settings/marketplace-section.tsx'
import { ProxiesSection } from '../../features/admin/site-settings/proxies-section.tsx'
import {
  SettingsSection,
  siteSettingsQuery,
  useDraft,
} from '../../features/admin/site-settings/settings-section.tsx'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { CheckRow, ChoiceList, LabeledControl, SegmentedControl } from '../../ui/choices.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

const DoorsSection = lazy(() =>
  import('../../features/admin/site-settings/doors-section.tsx').then(({ DoorsSection }) => ({
    default: DoorsSection,
  })),
)

const SharesSection = lazy(() =>
  import('../../features/admin/site-settings/shares-section.tsx').then(({ SharesSection }) => ({
    default: SharesSection,
  })),
)

const OidcSection = lazy(() =>
  import('../../features/admin/site-settings/oidc-section.tsx').then(({ OidcSection }) => ({
    default: OidcSection,
  })),
)

/** The settings of the whole server; each section is saved separately. */
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
              <SharesSection settings={data} />
              <OidcSection />
            </Suspense>
          </div>
          <div className="flex flex-col gap-4">
            <MarketplaceSection marketplace={data.marketplace} />
            <ProxiesSection proxies={data.proxies} />
            <Suspense fallback={<Skeleton className="h-40 w-full rounded-card!" />}>
              <DoorsSection settings={data} />
              {/* Inside the `Suspense`, because it would be shifted when the sections above load. */}
              <LinksSection />
            </Suspense>
          </div>
        </div>
      )}
    </>
  )
}

/** Settings for who may create an account, and what new accounts see. */
function AccountsSection({
  settings: { registration, allowsGuests, newAccountCeiling, visitorCeiling },
}: {
  readonly settings: Settings
}) {
  const t = useT()
  const { draft, change, ...form } = useDraft({ registration, allowsGuests, newAccountCeiling })
  const isLess = ageCategories.indexOf(draft.newAccountCeiling) < ageCategories.indexOf(visitorCeiling)
  return (
    <SettingsSection title={t('site.accounts')} help={t('site.accountsHelp')} {...form}>
      <ChoiceList
        label={t('site.registration')}
        value={draft.registration}
        options={registrations.map((value) => ({
          value,
          label: t(`registration.${value}`),
          help: t(`registration.${value}Help`),
        }))}
        onChange={(next) => change({ registration: next })}
      />
      <div>
        <LabeledControl label={t('site.newAccountCeiling')} help={t('newAccount.keyed')}>
          <SegmentedControl
            label={t('site.newAccountCeiling')}
            value={draft.newAccountCeiling}
            options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
            onChange={(next) => change({ newAccountCeiling: next })}
          />
        </LabeledControl>
        <p aria-live="polite" className="mt-1.5 text-[13px]">
          {t(`newAccount.${draft.newAccountCeiling}`)} {isLess && t('newAccount.belowVisitors')}
        </p>
      </div>
      <CheckRow
        label={t('site.allowsGuests')}
        help={t('site.allowsGuestsHelp')}
        checked={draft.allowsGuests}
        onChange={({ target }) => change({ allowsGuests: target.checked })}
      />
    </SettingsSection>
  )
}

const choices = ['near', 'yes', 'no'] as const

type Choice = (typeof choices)[number]

function VisitorsSection({ settings }: { readonly settings: Settings }) {
  const t = useT()
  const { visitorCeiling, visitorsMayListen } = settings
  const { draft, change, ...form } = useDraft({ visitorCeiling, visitorsMayListen })
  return (
    <SettingsSection title={t('setup.visitors')} help={t('setup.visitorsHelp')} {...form}>
      <LabeledControl label={t('setup.visitorCeiling')} help={t('site.visitorCeilingHelp')}>
        <SegmentedControl
          label={t('setup.visitorCeiling')}
          value={draft.visitorCeiling}
          options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
          onChange={(next) => change({ visitorCeiling: next })}
        />
      </LabeledControl>
      <ChoiceList
        label={t('setup.listening')}
        value={choiceOf(draft.visitorsMayListen)}
        options={choices.map((value) => ({
          value,
          label: t(`listening.${value}`),
          help: t(`listening.${value}Help`),
        }))}
        onChange={(response) => change({ visitorsMayListen: mayListenOf[response] })}
      />
    </SettingsSection>
  )
}

const mayListenOf: Readonly<Record<Choice, boolean | null>> = { near: null, yes: true, no: false }

const choiceOf = (mayListen: boolean | null): Choice =>
  mayListen === null ? 'near' : mayListen ? 'yes' : 'no'

/** Renews the secret for links to audio and covers. */
function LinksSection() {
  const t = useT()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const end = () =>
    void call(endAllLinks, {})
      .then(() => notify(t('message.linksEnded'), 'positive'))
      .catch(() => undefined)
      // All cached responses contain links that are invalid now.
      .then(() => client.invalidateQueries())
  return (
    <section aria-label={t('links.title')} className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-[17px] font-semibold tracking-tight">{t('links.title')}</h2>
      <p className="mt-0.5 mb-5 text-[13px] text-pretty text-mut">{t('links.help')}</p>
      <button type="button" className="btn" onClick={() => setConfirming(true)}>
        <IconLinkOff size={16} aria-hidden />
        {t('links.end')}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('links.endTitle')}
            act={t('links.end')}
            onAct={end}
            onClose={() => setConfirming(false)}
          >
            {t('links.endHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  )
}
