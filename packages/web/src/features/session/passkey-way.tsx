/** Signing in by a passkey of this browser. Import it lazily: it has words of its own. */
import type { SignedIn } from '@koedana/contract/session.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../domain/api.ts'
import { passkeyFault, signInByPasskeyOf } from '../../domain/passkeys.ts'
import { quietClient } from '../../domain/quiet-client.ts'
import { signIn } from '../../domain/session.ts'
import { usePasskeyWords } from '../../domain/sign-in-passkey-words.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'

/** Signs in by a passkey with one press; where a name is typed the browser offers passkeys besides. */
export function PasskeyWay({ onDone }: { readonly onDone: () => void }) {
  usePasskeyWords()
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const pending = useRef<AbortController>(undefined)
  const enter = (signedIn: SignedIn) => {
    signIn(signedIn)
    notify(t('message.loginSuccessful'), 'positive')
    onDone()
  }
  const entered = useRef(enter)
  useEffect(() => {
    entered.current = enter
  })
  /** A browser asks for one passkey at a time, and for none once this page is left. */
  const restart = () => {
    pending.current?.abort()
    pending.current = new AbortController()
    return pending.current.signal
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press ends the offer, which begins anew where that came to nothing.
  useEffect(() => {
    void offerWhereNamesAreTyped(restart(), (signedIn) => entered.current(signedIn))
    return () => pending.current?.abort()
  }, [failures])
  const press = async () => {
    setBusy(true)
    const signal = restart()
    try {
      enter(await signInByPasskeyOf(call, { signal }))
    } catch (error) {
      if (signal.aborted) return
      const fault = passkeyFault(error)
      // What the server refused was shown.
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

/** Browsers offer passkeys in a field that says so; it does only where there are some to be had. */
function markNameField(): void {
  const field = document.querySelector<HTMLInputElement>('input[autocomplete="username"]')
  field?.setAttribute('autocomplete', 'username webauthn')
}

/** A challenge is good for five minutes, and a login page stands for longer. */
const renewMs = 4 * 60_000

/** Nobody pressed anything: what comes to nothing is not shown. */
async function offerWhereNamesAreTyped(
  ended: AbortSignal,
  onSignedIn: (signedIn: SignedIn) => void,
): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false))) return
  const begin = quietClient()
  markNameField()
  while (!ended.aborted) {
    const isOver = AbortSignal.timeout(renewMs)
    const pending = { signal: AbortSignal.any([ended, isOver]), mediation: 'conditional' as const }
    const signedIn = await signInByPasskeyOf(begin, pending).catch(() => undefined)
    if (signedIn) return onSignedIn(signedIn)
    if (!isOver.aborted) return
  }
}
