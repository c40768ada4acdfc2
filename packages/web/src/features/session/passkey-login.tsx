/** Login with a passkey. Load lazily: it has its own messages. */
import type { LoginResult } from '@koedana/contract/session.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../domain/api.ts'
import { passkeyErrorKind, signInWithPasskey } from '../../domain/passkeys.ts'
import { quietClient } from '../../domain/quiet-client.ts'
import { signIn } from '../../domain/session.ts'
import { usePasskeyWords } from '../../domain/sign-in-passkey-words.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'

/** A login button for passkeys; the browser also offers them in the username field. */
export function PasskeyLogin({ onDone }: { readonly onDone: () => void }) {
  usePasskeyWords()
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const pending = useRef<AbortController>(undefined)
  const enter = (signedIn: LoginResult) => {
    signIn(signedIn)
    notify(t('message.loginSuccessful'), 'positive')
    onDone()
  }
  const entered = useRef(enter)
  useEffect(() => {
    entered.current = enter
  })
  /** Browsers allow one passkey request at a time; it is also aborted when the page is left. */
  const restart = () => {
    pending.current?.abort()
    pending.current = new AbortController()
    return pending.current.signal
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press aborts the autofill offer, which restarts after a failure.
  useEffect(() => {
    void offerInUsernameField(restart(), (signedIn) => entered.current(signedIn))
    return () => pending.current?.abort()
  }, [failures])
  const press = async () => {
    setBusy(true)
    const signal = restart()
    try {
      enter(await signInWithPasskey(call, { signal }))
    } catch (error) {
      if (signal.aborted) return
      const fault = passkeyErrorKind(error)
      // Errors of the server were shown already.
      if (fault) notify(t(`passkeys.${fault}`), 'negative')
      setFailures(failures + 1)
    }
    setBusy(false)
  }
  return (
    <button type="button" className="btn h-11 max-w-full" disabled={isBusy} onClick={() => void press()}>
      <IconFingerprint size={17} className="shrink-0" aria-hidden />
      <span className="truncate">{t('passkeys.logIn')}</span>
    </button>
  )
}

/** Browsers offer passkeys only in fields with this token. It is set only if passkeys are available. */
function markNameField(): void {
  const field = document.querySelector<HTMLInputElement>('input[autocomplete="username"]')
  field?.setAttribute('autocomplete', 'username webauthn')
}

/** A challenge is valid for five minutes, so it is renewed while the login page is open. */
const renewMs = 4 * 60_000

/** Errors are not shown, because the user did not start it. */
async function offerInUsernameField(
  ended: AbortSignal,
  onSignedIn: (signedIn: LoginResult) => void,
): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false))) return
  const begin = quietClient()
  markNameField()
  while (!ended.aborted) {
    const isOver = AbortSignal.timeout(renewMs)
    const pending = { signal: AbortSignal.any([ended, isOver]), mediation: 'conditional' as const }
    const signedIn = await signInWithPasskey(begin, pending).catch(() => undefined)
    if (signedIn) return onSignedIn(signedIn)
    if (!isOver.aborted) return
  }
}
