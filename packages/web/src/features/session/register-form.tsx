import { valibotResolver } from '@hookform/resolvers/valibot'
import { register as registerAccount } from '@koedana/contract/auth.ts'
import { NewCredentials } from '@koedana/contract/credentials.ts'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { isRepeated, Repeated } from '../../lib/repeated-password.ts'
import { signIn } from '../../lib/session.ts'
import { showFaults, wordsOf } from '../../lib/validation.ts'
import { Field } from '../../ui/field.tsx'

const Registration = v.pipe(
  v.object({ ...NewCredentials.entries, key: v.string(), repeated: Repeated }),
  v.forward(v.partialCheck([['password'], ['repeated']], isRepeated, 'passwordsSame'), ['repeated']),
)

export interface RegisterFormProps {
  readonly asksForKey: boolean
  readonly onDone: () => void
}

export function RegisterForm({ asksForKey, onDone }: RegisterFormProps) {
  const t = useT()
  const form = useForm({
    resolver: valibotResolver(Registration),
    defaultValues: { username: '', password: '', repeated: '', key: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ username, password, key }) => {
    try {
      const body = { username, password, ...(asksForKey ? { key } : {}) }
      signIn(await call(registerAccount, { body }))
      notify(t('message.registered'), 'positive')
      onDone()
    } catch (error) {
      showFaults(form, error, { username: 'username', password: 'password' })
    }
  })
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      {asksForKey && (
        <Field
          label={t('auth.key')}
          help={t('auth.keyHelp')}
          autoCapitalize="characters"
          spellCheck={false}
          error={wordsOf(t, errors.key?.message)}
          {...form.register('key')}
        />
      )}
      <Field
        label={t('account.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={wordsOf(t, errors.username?.message)}
        {...form.register('username')}
      />
      <Field
        label={t('account.password')}
        type="password"
        autoComplete="new-password"
        error={wordsOf(t, errors.password?.message)}
        {...form.register('password')}
      />
      <Field
        label={t('account.repeatPassword')}
        type="password"
        autoComplete="new-password"
        error={wordsOf(t, errors.repeated?.message)}
        {...form.register('repeated')}
      />
      <button type="submit" className="btn-primary mt-1 h-11" disabled={isSubmitting}>
        {t('auth.register')}
      </button>
    </form>
  )
}
