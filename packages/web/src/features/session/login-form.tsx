import { valibotResolver } from '@hookform/resolvers/valibot'
import { login } from '@koedana/contract/auth.ts'
import { Credentials } from '@koedana/contract/credentials.ts'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../domain/api.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { subPath } from '../../lib/sub-path.ts'
import { validationText } from '../../lib/validation.ts'
import { Field } from '../../ui/field.tsx'
import { productName } from '../../ui/page.tsx'

/** Calls `onDone` after a successful login. */
export function LoginForm({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(Credentials),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    const signedIn = await call(login, { body }).catch(() => undefined)
    if (!signedIn) return
    signIn(signedIn)
    notify(t('message.loginSuccessful'), 'positive')
    onDone()
  })
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <Field
        label={t('account.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={validationText(t, errors.username?.message)}
        {...register('username')}
      />
      <Field
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        error={validationText(t, errors.password?.message)}
        {...register('password')}
      />
      <button type="submit" className="btn-primary mt-1 h-11" disabled={isSubmitting}>
        {t('auth.login')}
      </button>
    </form>
  )
}

export interface SessionCardProps {
  readonly title: string
  readonly help?: ReactNode
  readonly children: ReactNode
}

/** A narrow centered card, for login, registration and setup. */
export function SessionCard({ title, help, children }: SessionCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-[400px] flex-col gap-6 pt-2 md:pt-10">
      <header className="flex flex-col items-center gap-3 text-center">
        <img src={`${subPath}/icon.svg`} alt={productName} width={44} height={44} />
        <h1 className="text-[22px] font-bold tracking-tight text-balance">{title}</h1>
        {help && <p className="text-[13.5px] text-mut text-pretty">{help}</p>}
      </header>
      <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
        {children}
      </div>
    </div>
  )
}
