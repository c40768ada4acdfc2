import { loginAsGuest } from '@koedana/contract/auth.ts'
import { useState } from 'react'
import { call } from '../../domain/api.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'

/** One tap, no form. */
export function GuestButton({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    const signedIn = await call(loginAsGuest, {}).catch(() => undefined)
    setBusy(false)
    if (!signedIn) return
    signIn(signedIn)
    notify(t('message.loginSuccessful'), 'positive')
    onDone()
  }
  return (
    <button type="button" className="btn h-11" disabled={isBusy} onClick={() => void enter()}>
      {t('auth.guest')}
    </button>
  )
}
