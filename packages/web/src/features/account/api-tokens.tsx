/** API tokens of the account: created, copied once, listed and revoked. Load lazily. */
import {
  type ApiToken,
  createApiToken,
  listApiTokens,
  maxApiTokens,
  revokeApiToken,
} from '@koedana/contract/api-tokens.ts'
import { type TokenScope, tokenScopes } from '@koedana/contract/kit/token-scope.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconTerminal2 } from '@tabler/icons-react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../domain/api.ts'
import { useAppWords } from '../../domain/app-words.ts'
import { useUser } from '../../domain/session.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useAwaitedQuery } from '../../lib/use-awaited-query.ts'
import { ChoiceList, LabeledControl, SegmentedControl } from '../../ui/choices.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { ErrorState, Skeleton } from '../../ui/page.tsx'
import { type Revocable, RevocableList } from '../../ui/revocable-list.tsx'
import { NewSecretForm } from './new-secret.tsx'

const apiTokensQuery = () =>
  queryOptions({ queryKey: ['api-tokens'], queryFn: ({ signal }) => call(listApiTokens, {}, signal) })

export function ApiTokensSection() {
  useAppWords()
  const t = useT()
  const { data, error, refetch } = useAwaitedQuery(apiTokensQuery())
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('tokens.title')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('tokens.help')}</p>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-24 w-full" />}
      {data && data.items.length < maxApiTokens && <NewToken />}
      {data && data.items.length > 0 && <TokenList items={data.items} />}
    </section>
  )
}

const periods = ['30', '90', '365', 'never'] as const
type Period = (typeof periods)[number]

interface CreatedToken {
  readonly name: string
  readonly token: string
}

/** The new token is shown only here, until the page is left. */
function NewToken() {
  const t = useT()
  const client = useQueryClient()
  const isAdmin = useUser()?.role === roleOf.admin
  const [scope, setScope] = useState<TokenScope>('read')
  const [period, setPeriod] = useState<Period>('90')
  const [created, setCreated] = useState<CreatedToken>()
  const expiry = period === 'never' ? {} : { days: Number(period) }
  return (
    <>
      <NewSecretForm
        label={t('tokens.name')}
        act={t('tokens.create')}
        create={(named) => call(createApiToken, { body: { ...named, scope, ...expiry } })}
        onCreated={setCreated}
        onSettled={() => void client.invalidateQueries(apiTokensQuery())}
      >
        <ChoiceList
          label={t('tokens.scope')}
          value={scope}
          options={tokenScopes
            .filter((one) => isAdmin || one !== 'admin')
            .map((value) => ({
              value,
              label: t(`tokenScope.${value}`),
              help: t(`tokenScope.${value}Help`),
            }))}
          onChange={setScope}
        />
        <LabeledControl label={t('tokens.expires')}>
          <SegmentedControl
            label={t('tokens.expires')}
            value={period}
            options={periods.map((value) => ({
              value,
              label: value === 'never' ? t('tokens.never') : t('tokens.days', { days: Number(value) }),
            }))}
            onChange={setPeriod}
          />
        </LabeledControl>
      </NewSecretForm>
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {created && (
          <CopyBox
            label={t('tokens.created', { name: created.name })}
            text={created.token}
            copy={t('tokens.copy')}
            copied={t('apps.copied')}
          >
            {t('tokens.once')}
          </CopyBox>
        )}
      </div>
    </>
  )
}

function TokenList({ items }: { readonly items: readonly ApiToken[] }) {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const revoke = async ({ id, name }: Revocable) => {
    try {
      await call(revokeApiToken, { params: { id } })
      notify(t('tokens.revoked', { name }), 'positive')
    } catch {
      // The client has shown the error.
    }
    void client.invalidateQueries(apiTokensQuery())
  }
  const expiryOf = ({ expiresAt }: ApiToken) => {
    if (expiresAt === null) return t('tokens.neverExpires')
    const at = format.instant(expiresAt)
    return Date.parse(expiresAt) > Date.now() ? t('tokens.expiresAt', { at }) : t('tokens.expiredAt', { at })
  }
  const lastUseOf = ({ lastUsedAt, lastAddress }: ApiToken) =>
    lastUsedAt === null
      ? [t('apps.neverUsed')]
      : [t('apps.lastUsed', { at: format.instant(lastUsedAt) }), lastAddress]
  const detailOf = (token: ApiToken) =>
    [t(`tokenScope.${token.scope}`), expiryOf(token), ...lastUseOf(token)].filter(Boolean).join(' · ')
  return (
    <RevocableList
      label={t('tokens.title')}
      icon={IconTerminal2}
      items={items.map((item) => ({ id: item.id, name: item.name, detail: detailOf(item) }))}
      revoke={t('apps.revoke')}
      revokeOf={(name) => t('apps.revokeOf', { name })}
      onRevoke={(item) => void revoke(item)}
    />
  )
}
