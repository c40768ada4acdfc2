import { valibotResolver } from '@hookform/resolvers/valibot'
import { changePassword } from '@koedana/contract/account.ts'
import { EnteredPassword, Password } from '@koedana/contract/credentials.ts'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import { passwordsMatch, RepeatedPassword } from '../../domain/repeated-password.ts'
import { currentToken, endSession } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { showFaults, validationText } from '../../lib/validation.ts'
import { CheckRow } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'

const Change = v.pipe(
  v.object({
    currentPassword: EnteredPassword,
    password: Password,
    repeated: RepeatedPassword,
    endShares: v.boolean(),
  }),
  v.forward(v.partialCheck([['password'], ['repeated']], passwordsMatch, 'passwordsSame'), ['repeated']),
)

/** Changes the password. The server ends all sessions, including this one, so the user logs in again. */
export function PasswordForm() {
  const t = useT()
  const form = useForm({
    resolver: valibotResolver(Change),
    defaultValues: { currentPassword: '', password: '', repeated: '', endShares: true },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ currentPassword, password, endShares }) => {
    try {
      await call(changePassword, { body: { currentPassword, newPassword: password, endShares } })
    } catch (error) {
      showFaults(form, error, { currentPassword: 'currentPassword', newPassword: 'password' })
      return
    }
    // The session has ended on the server already; the login returns here.
    endSession(currentToken())
    notify(t('message.passwordChanged'), 'positive')
  })
  return (
    <form className="flex max-w-sm flex-col gap-4" onSubmit={submit} noValidate>
      <Field
        label={t('account.currentPassword')}
        type="password"
        autoComplete="current-password"
        error={validationText(t, errors.currentPassword?.message)}
        {...form.register('currentPassword')}
      />
      <Field
        label={t('account.newPassword')}
        type="password"
        autoComplete="new-password"
        error={validationText(t, errors.password?.message)}
        {...form.register('password')}
      />
      <Field
        label={t('account.repeatPassword')}
        type="password"
        autoComplete="new-password"
        error={validationText(t, errors.repeated?.message)}
        {...form.register('repeated')}
      />
      <CheckRow
        label={t('account.endShares')}
        help={t('account.endSharesHelp')}
        {...form.register('endShares')}
      />
      <button type="submit" className="btn-primary self-start pointer-coarse:h-11" disabled={isSubmitting}>
        {t('account.changePassword')}
      </button>
    </form>
  )
}
