import { IconFingerprint, IconKey } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { validationText } from '../lib/validation.ts'
import { Field } from './field.tsx'

export interface ProofFieldsProps {
  readonly needs: 'none' | 'password' | 'signIn'
  readonly password: string
  readonly setPassword: (password: string) => void
  readonly fault: string | undefined
  readonly isBusy: boolean
  readonly confirmByPasskey: (() => void) | undefined
  readonly provider: { readonly label: string; readonly href: string } | null | undefined
}

/** Form fields for re-authentication; empty if the login is recent. */
export function ReauthenticationFields({ proof }: { readonly proof: ProofFieldsProps }) {
  const t = useT()
  const { needs, password, setPassword, fault, isBusy, confirmByPasskey, provider } = proof
  if (needs === 'none') return null
  return (
    <>
      {needs === 'password' ? (
        <Field
          label={t('proof.password')}
          help={t('proof.passwordHelp')}
          type="password"
          value={password}
          autoComplete="current-password"
          error={validationText(t, fault)}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : (
        <p className="rounded-card bg-soft p-5 text-sm text-pretty">
          {t(confirmByPasskey || provider ? 'proof.confirm' : 'proof.signInAgain')}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {confirmByPasskey && (
          <button
            type="button"
            className="btn pointer-coarse:h-11"
            disabled={isBusy}
            onClick={confirmByPasskey}
          >
            <IconFingerprint size={17} aria-hidden />
            {t('proof.byPasskey')}
          </button>
        )}
        {provider && (
          <a href={provider.href} className="btn h-11 max-w-full">
            <IconKey size={17} className="shrink-0" aria-hidden />
            <span className="truncate">
              {provider.label === '' ? t('signIn.withProvider') : t('signIn.with', { name: provider.label })}
            </span>
          </a>
        )}
      </div>
    </>
  )
}
