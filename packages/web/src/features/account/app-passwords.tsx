/** Connects apps to this server: the server's URLs, and one password per app. Load lazily. */
import {
  type AppPassword,
  type CompatibilityApiName,
  compatibilityApiNames,
  createAppPassword,
  listAppPasswords,
  maxAppPasswords,
  revokeAppPassword,
} from '@koedana/contract/app-passwords.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconDeviceMobile } from '@tabler/icons-react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../domain/api.ts'
import { useAppWords } from '../../domain/app-words.ts'
import { useUser } from '../../domain/session.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { siteUrl } from '../../lib/site-url.ts'
import { useAwaitedQuery } from '../../lib/use-awaited-query.ts'
import { CheckRow } from '../../ui/choices.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { ErrorState, Skeleton } from '../../ui/page.tsx'
import { type Revocable, RevocableList } from '../../ui/revocable-list.tsx'
import { NewSecretForm } from './new-secret.tsx'

const appPasswordsQuery = () =>
  queryOptions({ queryKey: ['app-passwords'], queryFn: ({ signal }) => call(listAppPasswords, {}, signal) })

/** The URL path by compatibility API; undefined if the URL contains the password. */
const paths: Readonly<Record<CompatibilityApiName, string | undefined>> = {
  kikoeru: '/kikoeru',
  subsonic: '',
  feed: undefined,
  abs: '/abs',
  dav: '/dav',
}

export function AppPasswordsSection() {
  useAppWords()
  const t = useT()
  const { data, error, refetch } = useAwaitedQuery(appPasswordsQuery())
  const open = compatibilityApiNames.filter((name) => data?.doors[name])
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('apps.title')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('apps.help')}</p>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-24 w-full" />}
      {data && open.length === 0 && <NoDoorsNote />}
      {open.map((name) => {
        const path = paths[name]
        return path === undefined ? null : (
          <CopyBox
            key={name}
            label={`${t(`doors.${name}`)} · ${t('apps.address')}`}
            text={siteUrl() + path}
            copy={t('apps.copyAddress')}
            copied={t('apps.copied')}
          >
            {t('apps.steps')}
            {name === 'kikoeru' && data?.kikoeruAtRoot && <> {t('apps.atRoot', { address: siteUrl() })}</>}
          </CopyBox>
        )
      })}
      {data && open.length > 0 && data.items.length < maxAppPasswords && <NewPassword scopes={open} />}
      {data && data.items.length > 0 && <PasswordList items={data.items} />}
    </section>
  )
}

function NoDoorsNote() {
  const t = useT()
  const isAdmin = useUser()?.role === roleOf.admin
  return (
    <p className="rounded-card bg-soft p-5 text-sm">
      {t('apps.closed')}{' '}
      {isAdmin && (
        <Link to="/admin/settings" className="font-medium text-acc underline underline-offset-4">
          {t('apps.openSettings')}
        </Link>
      )}
    </p>
  )
}

/** The new password is shown only here, until the page is left. */
function NewPassword({ scopes }: { readonly scopes: readonly CompatibilityApiName[] }) {
  const t = useT()
  const client = useQueryClient()
  const user = useUser()
  const [wholeCatalogue, setWhole] = useState(false)
  const [made, setMade] = useState<{ readonly name: string; readonly password: string }>()
  return (
    <>
      <NewSecretForm
        label={t('apps.name')}
        act={t('apps.make')}
        create={(named) =>
          call(createAppPassword, { body: { ...named, scopes: [...scopes], wholeCatalogue } })
        }
        onCreated={setMade}
        onSettled={() => void client.invalidateQueries(appPasswordsQuery())}
      >
        <CheckRow
          label={t('apps.wholeCatalogue')}
          help={t('apps.wholeCatalogueHelp')}
          checked={wholeCatalogue}
          onChange={({ target }) => setWhole(target.checked)}
        />
      </NewSecretForm>
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {made && (
          <CopyBox
            label={t('apps.made', { name: made.name })}
            text={made.password}
            copy={t('apps.copyPassword')}
            copied={t('apps.copied')}
          >
            {t('apps.once', { username: user?.username ?? '' })}
          </CopyBox>
        )}
        {made && scopes.includes('kikoeru') && <SecretAddress password={made.password} />}
        {made && scopes.includes('feed') && <FeedAddresses password={made.password} />}
      </div>
    </>
  )
}

/** kikoeru.tui has no login (ADR 0071), so its API URL contains the password. */
function SecretAddress({ password }: { readonly password: string }) {
  const t = useT()
  return (
    <CopyBox
      label={t('apps.secretAddress')}
      text={`${siteUrl()}/kikoeru/with/${password}/api`}
      copy={t('apps.copySecretAddress')}
      copied={t('apps.copied')}
    >
      {t('apps.secretAddressHelp')}
    </CopyBox>
  )
}

/** Podcast apps only accept URLs, so the URLs contain the password. */
function FeedAddresses({ password }: { readonly password: string }) {
  const t = useT()
  const base = `${siteUrl()}/feeds/${password}`
  return (
    <>
      <CopyBox
        label={t('apps.feedNew')}
        text={`${base}/following.xml`}
        copy={t('apps.copyFeed')}
        copied={t('apps.copied')}
      >
        {t('apps.feedNewHelp')}
      </CopyBox>
      <CopyBox
        label={t('apps.feedAll')}
        text={`${base}/feeds.opml`}
        copy={t('apps.copyFeed')}
        copied={t('apps.copied')}
      >
        {t('apps.feedAllHelp')}
      </CopyBox>
    </>
  )
}

function PasswordList({ items }: { readonly items: readonly AppPassword[] }) {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const revoke = async ({ id, name }: Revocable) => {
    try {
      await call(revokeAppPassword, { params: { id } })
      notify(t('apps.revoked', { name }), 'positive')
    } catch {
      // The client has shown the error.
    }
    void client.invalidateQueries(appPasswordsQuery())
  }
  const detailOf = ({ lastUsedAt, lastClient, lastAddress }: AppPassword) =>
    lastUsedAt === null
      ? t('apps.neverUsed')
      : [lastClient, lastAddress, t('apps.lastUsed', { at: format.instant(lastUsedAt) })]
          .filter(Boolean)
          .join(' · ')
  return (
    <RevocableList
      label={t('apps.passwords')}
      icon={IconDeviceMobile}
      items={items.map((item) => ({ id: item.id, name: item.name, detail: detailOf(item) }))}
      revoke={t('apps.revoke')}
      revokeOf={(name) => t('apps.revokeOf', { name })}
      onRevoke={(item) => void revoke(item)}
    />
  )
}
