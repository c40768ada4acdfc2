import { valibotResolver } from '@hookform/resolvers/valibot'
import { login } from '@koedana/contract/auth.ts'
import { Credentials } from '@koedana/contract/credentials.ts'
import { useForm } from 'react-hook-form'
import { call } from '../../domain/api.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { wordsOf } from '../../lib/validation.ts'
import { Field } from '../../ui/field.tsx'

/** `onDone` once somebody is signed in. */
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
        error={wordsOf(t, errors.username?.message)}
        {...register('username')}
      />
      <Field
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        error={wordsOf(t, errors.password?.message)}
        {...register('password')}
      />
      <button type="submit" className="btn-primary mt-1 h-11" disabled={isSubmitting}>
        {t('auth.login')}
      </button>
    </form>
  )
}
