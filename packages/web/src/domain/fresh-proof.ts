/** Recent re-authentication, required to add a passkey, an identity, an app password or a share. */

import { getProof } from '@koedana/contract/fresh-proof.ts'
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { startOidc } from '@koedana/contract/oidc.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { fieldFaults } from '../lib/validation.ts'
import { aboutQuery } from './about-query.ts'
import { call } from './api.ts'
import { apiPath } from './api-path.ts'
import { passkeyErrorKind, passkeyObstacle, signInWithPasskey } from './passkeys.ts'
import { replaceSession } from './replace-session.ts'
import { usePasskeyWords } from './sign-in-passkey-words.ts'
import { useSignInWords } from './sign-in-words.ts'

const proofQuery = () =>
  queryOptions({ queryKey: ['proof'], queryFn: ({ signal }) => call(getProof, {}, signal), staleTime: 0 })

/** Returns the state for `ReauthenticationFields` and the values to send with the call. Suspends until its messages are loaded. */
export function useFreshProof() {
  usePasskeyWords()
  useSignInWords()
  const t = useT()
  const client = useQueryClient()
  const { data } = useQuery(proofQuery())
  const { data: server } = useQuery(aboutQuery())
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** Shows the server's error about the proof. Without an error, clears the password. */
  const settle = (error?: unknown) => {
    if (error === undefined) setPassword('')
    setFault(error === undefined ? undefined : fieldFaults(error)['body.password'])
    void client.invalidateQueries(proofQuery())
  }
  /** Replaces the session with a new one of the same account. */
  const confirm = async () => {
    setBusy(true)
    try {
      replaceSession(await signInWithPasskey(call, {}))
      await client.invalidateQueries(proofQuery())
    } catch (error) {
      const failed = passkeyErrorKind(error)
      // Errors of the server were shown already.
      if (failed) notify(t(`passkeys.${failed}`), 'negative')
    }
    setBusy(false)
  }
  const needs = data?.needs ?? 'none'
  const again = writeQuery({ redirect: '/account', again: true })
  const provider = needs === 'signIn' && data?.hasProvider ? server?.provider : undefined
  return {
    body: needs === 'password' ? { password } : {},
    canAct: needs !== 'signIn',
    settle,
    needs,
    password,
    setPassword,
    fault,
    isBusy,
    confirmByPasskey: data?.hasPasskey && !passkeyObstacle() ? () => void confirm() : undefined,
    provider: provider && { label: provider.label, href: `${apiPath}${startOidc.path}?${again}` },
  } as const
}
