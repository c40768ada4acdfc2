/** The user's passkeys: add, rename, remove. Load lazily: it has its own messages. */

import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  maxPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '@koedana/contract/passkeys.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { aboutQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { useFreshProof } from '../../domain/fresh-proof.ts'
import { createPasskey, passkeyErrorKind, passkeyObstacle } from '../../domain/passkeys.ts'
import { useUser } from '../../domain/session.ts'
import { usePasskeyWords } from '../../domain/sign-in-passkey-words.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useAutosave } from '../../lib/use-autosave.ts'
import { useAwaitedQuery } from '../../lib/use-awaited-query.ts'
import { fieldFaults, validationText } from '../../lib/validation.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorState, Skeleton } from '../../ui/page.tsx'
import { ReauthenticationFields } from '../../ui/proof-fields.tsx'

const passkeysQuery = () =>
  queryOptions({ queryKey: ['passkeys'], queryFn: ({ signal }) => call(listPasskeys, {}, signal) })

/** Empty for members who may only log in with the provider, since passkeys would not work for them. */
export function PasskeysSection() {
  usePasskeyWords()
  const t = useT()
  const { data, error, refetch } = useAwaitedQuery(passkeysQuery())
  const { data: server } = useQuery(aboutQuery())
  const isAdmin = useUser()?.role === roleOf.admin
  if (server?.provider?.isOnly && !isAdmin && !data?.items.length) return null
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('passkeys.title')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('passkeys.help')}</p>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-24 w-full" />}
      {data && data.items.length > 0 && <PasskeyList items={data.items} />}
      {data && <Adding {...data} />}
    </section>
  )
}

/** Shows the form, or the reason why passkeys are not available. */
function Adding({ items, origin }: ResponseBody<typeof listPasskeys>) {
  const t = useT()
  const obstacle = passkeyObstacle()
  if (obstacle) return <ObstacleNote>{t(`passkeys.${obstacle}`)}</ObstacleNote>
  if (origin !== location.origin) return <ObstacleNote>{t('passkeys.elsewhere', { origin })}</ObstacleNote>
  if (items.length >= maxPasskeys) return <ObstacleNote>{t('passkeys.full')}</ObstacleNote>
  return <NewPasskey count={items.length} />
}

const ObstacleNote = ({ children }: { readonly children: string }) => (
  <p className="rounded-card bg-soft p-5 text-sm text-pretty">{children}</p>
)

function NewPasskey({ count }: { readonly count: number }) {
  const t = useT()
  const proof = useFreshProof()
  const client = useQueryClient()
  const defaultName = t('passkeys.named', { n: count + 1 })
  const [name, setName] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { ceremony, options } = await call(beginPasskey, { body: proof.body })
      const credential = await createPasskey(options)
      const made = await call(addPasskey, {
        body: { ceremony, name: name.trim() || defaultName, credential },
      })
      notify(t('passkeys.added', { name: made.name }), 'positive')
      setName('')
      setFaults({})
      proof.settle()
    } catch (error) {
      const fault = passkeyErrorKind(error)
      if (fault) notify(t(`passkeys.${fault}`), 'negative')
      setFaults(fieldFaults(error))
      proof.settle(error)
    }
    setBusy(false)
    void client.invalidateQueries(passkeysQuery())
  }
  return (
    <form className="flex max-w-md flex-col gap-4" onSubmit={(event) => void add(event)} noValidate>
      <Field
        label={t('passkeys.name')}
        help={t('passkeys.nameHelp')}
        value={name}
        placeholder={defaultName}
        maxLength={60}
        autoComplete="off"
        error={validationText(t, faults['body.name'])}
        onChange={({ target }) => setName(target.value)}
      />
      <ReauthenticationFields proof={proof} />
      <button type="submit" className="btn self-start pointer-coarse:h-11" disabled={isBusy || !proof.canAct}>
        <IconFingerprint size={17} aria-hidden />
        {t('passkeys.add')}
      </button>
    </form>
  )
}

function PasskeyList({ items }: { readonly items: readonly Passkey[] }) {
  const t = useT()
  const client = useQueryClient()
  const [removing, setRemoving] = useState<Passkey>()
  const remove = async ({ id, name }: Passkey) => {
    try {
      await call(removePasskey, { params: { id } })
      notify(t('passkeys.removed', { name }), 'positive')
    } catch {
      // The client has shown the error.
    }
    void client.invalidateQueries(passkeysQuery())
  }
  return (
    <>
      <ul
        aria-label={t('passkeys.title')}
        className="w-full divide-y divide-line rounded-card border border-line bg-surface"
      >
        {items.map((item) => (
          <PasskeyRow key={item.id} passkey={item} onRemove={() => setRemoving(item)} />
        ))}
      </ul>
      <Suspense>
        {removing && (
          <ConfirmDialog
            title={t('passkeys.removeTitle', { name: removing.name })}
            act={t('passkeys.remove')}
            onAct={() => void remove(removing)}
            onClose={() => setRemoving(undefined)}
          >
            {t('passkeys.removeHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRemove: () => void
}

function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const t = useT()
  const format = useFormat()
  const { name, rpId, lastUsedAt } = passkey
  const used =
    lastUsedAt === null ? t('passkeys.neverUsed') : t('passkeys.lastUsed', { at: format.instant(lastUsedAt) })
  const detail = rpId === location.hostname ? used : `${t('passkeys.ofOther', { site: rpId })} · ${used}`
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <IconFingerprint size={20} className="shrink-0 text-mut" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <PasskeyNameField passkey={passkey} />
        <p className="mt-1 text-[12.5px] text-mut text-pretty wrap-anywhere">{detail}</p>
      </div>
      <button
        type="button"
        className="btn shrink-0 pointer-coarse:h-11"
        aria-label={t('passkeys.removeOf', { name })}
        onClick={onRemove}
      >
        {t('passkeys.remove')}
      </button>
    </li>
  )
}

/** An empty name is not saved. A name that the server rejects stays in the field. */
function PasskeyNameField({ passkey: { id, name } }: { readonly passkey: Passkey }) {
  const t = useT()
  const client = useQueryClient()
  const { value, change, commit } = useAutosave({
    stored: name,
    save: async (wanted) => {
      const saved = await call(renamePasskey, { params: { id }, body: { name: wanted } }).catch(
        () => undefined,
      )
      if (saved) await client.invalidateQueries(passkeysQuery())
      return saved !== undefined
    },
    isValid: (text) => text !== '',
  })
  return (
    <input
      className="input w-full pointer-coarse:h-11"
      aria-label={t('passkeys.nameOf', { name })}
      value={value}
      maxLength={60}
      onChange={({ target }) => change(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}
