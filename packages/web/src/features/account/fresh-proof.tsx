/** The fresh proof that adding a passkey, an identity, an app password or a share needs. Import it lazily: it has words of its own. */
import { getProof } from '@koedana/contract/proof.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { aboutQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { passkeyFault, passkeyObstacle, signInByPasskeyOf } from '../../domain/passkeys.ts'
import { replaceSession } from '../../domain/replace-session.ts'
import { usePasskeyWords } from '../../domain/sign-in-passkey-words.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { fieldFaults, wordsOf } from '../../lib/validation.ts'
import { Field } from '../../ui/field.tsx'
import { ProviderButton } from '../session/provider-ways.tsx'

const proofQuery = () =>
  queryOptions({ queryKey: ['proof'], queryFn: ({ signal }) => call(getProof, {}, signal), staleTime: 0 })

export interface FreshProofForm {
  /** What the call that needs the proof is sent with. */
  readonly body: { readonly password?: string }
  /** The field or the buttons; nothing while this session is new. */
  readonly fields: ReactNode
  /** Whether the act may be tried. */
  readonly canAct: boolean
  /** Shows what the server said of the proof. Without an error, the password is forgotten. */
  readonly settle: (error?: unknown) => void
}

/** Suspends until its words are there. */
export function useFreshProof(): FreshProofForm {
  usePasskeyWords()
  const t = useT()
  const client = useQueryClient()
  const { data } = useQuery(proofQuery())
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const settle = (error?: unknown) => {
    if (error === undefined) setPassword('')
    setFault(error === undefined ? undefined : fieldFaults(error)['body.password'])
    void client.invalidateQueries(proofQuery())
  }
  const needs = data?.needs ?? 'none'
  const fields = data && needs !== 'none' && (
    <>
      {needs === 'password' ? (
        <Field
          label={t('proof.password')}
          help={t('proof.passwordHelp')}
          type="password"
          value={password}
          autoComplete="current-password"
          error={wordsOf(t, fault)}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : (
        <p className="rounded-card bg-soft p-5 text-sm text-pretty">
          {t(data.hasPasskey || data.hasProvider ? 'proof.confirm' : 'proof.signInAgain')}
        </p>
      )}
      <SignInAgain hasPasskey={data.hasPasskey} hasProvider={needs === 'signIn' && data.hasProvider} />
    </>
  )
  return {
    body: needs === 'password' ? { password } : {},
    fields,
    canAct: needs !== 'signIn',
    settle,
  }
}

/** Opens a new session of this account in place of this one. */
function SignInAgain({
  hasPasskey,
  hasProvider,
}: {
  readonly hasPasskey: boolean
  readonly hasProvider: boolean
}) {
  const t = useT()
  const client = useQueryClient()
  const { data: server } = useQuery(aboutQuery())
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      replaceSession(await signInByPasskeyOf(call, {}))
      await client.invalidateQueries(proofQuery())
    } catch (error) {
      const fault = passkeyFault(error)
      // What the server refused was shown.
      if (fault) notify(t(`passkeys.${fault}`), 'negative')
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {hasPasskey && !passkeyObstacle() && (
        <button
          type="button"
          className="btn pointer-coarse:h-11"
          disabled={isBusy}
          onClick={() => void confirm()}
        >
          <IconFingerprint size={17} aria-hidden />
          {t('proof.byPasskey')}
        </button>
      )}
      {hasProvider && server?.provider && (
        <ProviderButton label={server.provider.label} redirect="/account" isAgain />
      )}
    </div>
  )
}
