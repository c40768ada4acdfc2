/** The user's identities at the login provider. Load lazily: it has its own messages. */
import { type Identity, linkIdentity, listIdentities, unlinkIdentity } from '@koedana/contract/oidc.ts'
import { IconKey, IconLink } from '@tabler/icons-react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../domain/api.ts'
import { useFreshProof } from '../../domain/fresh-proof.ts'
import { useSignInWords } from '../../domain/sign-in-words.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useAwaitedQuery } from '../../lib/use-awaited-query.ts'
import { ReauthenticationFields } from '../../ui/proof-fields.tsx'
import { logOut } from './account-sections.tsx'
import { PasswordForm } from './password-form.tsx'

const identitiesQuery = () =>
  queryOptions({ queryKey: ['identities'], queryFn: ({ signal }) => call(listIdentities, {}, signal) })

/** Empty if there is no provider and nothing is linked. */
export function IdentitiesSection() {
  useSignInWords()
  const t = useT()
  const { data } = useAwaitedQuery(identitiesQuery())
  if (!data || (!data.canLink && data.items.length === 0)) return null
  const { items, canLink, logoutUrl } = data
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('identities.title')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('identities.help')}</p>
      </div>
      {items.length === 0 && <p className="rounded-card bg-soft p-5 text-sm">{t('identities.none')}</p>}
      {items.length > 0 && <IdentityList items={items} />}
      {canLink && <LinkForm />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {logoutUrl !== null && <ProviderLogOut url={logoutUrl} />}
      </div>
    </section>
  )
}

function IdentityList({ items }: { readonly items: readonly Identity[] }) {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const unlink = async ({ id, name }: Identity) => {
    try {
      await call(unlinkIdentity, { params: { id } })
      notify(t('identities.unlinked', { name }), 'positive')
    } catch {
      // The client has shown the error.
    }
    void client.invalidateQueries(identitiesQuery())
  }
  return (
    <ul
      aria-label={t('identities.title')}
      className="w-full divide-y divide-line rounded-card border border-line bg-surface"
    >
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 px-4 py-3">
          <IconKey size={20} className="shrink-0 text-mut" aria-hidden />
          <div className="min-w-0 flex-1 text-sm">
            <p className="truncate font-medium">{item.name}</p>
            <p className="text-[12.5px] text-mut text-pretty wrap-anywhere">
              {item.issuer} ·{' '}
              {item.lastUsedAt === null
                ? t('identities.neverUsed')
                : t('identities.lastUsed', { at: format.instant(item.lastUsedAt) })}
            </p>
          </div>
          <button
            type="button"
            className="btn shrink-0 pointer-coarse:h-11"
            aria-label={t('identities.unlinkOf', { name: item.name })}
            onClick={() => void unlink(item)}
          >
            {t('identities.unlink')}
          </button>
        </li>
      ))}
    </ul>
  )
}

function LinkForm() {
  const t = useT()
  const proof = useFreshProof()
  const [isBusy, setBusy] = useState(false)
  const link = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { url } = await call(linkIdentity, { body: proof.body })
      location.assign(url)
    } catch (error) {
      proof.settle(error)
      setBusy(false)
    }
  }
  return (
    <form className="flex max-w-md flex-col gap-4" onSubmit={(event) => void link(event)} noValidate>
      <ReauthenticationFields proof={proof} />
      <button type="submit" className="btn self-start pointer-coarse:h-11" disabled={isBusy || !proof.canAct}>
        <IconLink size={17} aria-hidden />
        {t('identities.link')}
      </button>
    </form>
  )
}

function ProviderLogOut({ url }: { readonly url: string }) {
  const t = useT()
  const leave = () => void logOut().then(() => location.assign(url))
  return (
    <button type="button" className="btn pointer-coarse:h-11" onClick={leave}>
      {t('identities.logOutThere')}
    </button>
  )
}

/** Empty for an account without a password. */
export function PasswordSection() {
  const t = useT()
  const { data, error } = useAwaitedQuery(identitiesQuery())
  if (!error && !data?.hasPassword) return null
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('account.changePassword')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('account.changePasswordHelp')}</p>
      </div>
      <PasswordForm />
    </section>
  )
}
