import { valibotResolver } from '@hookform/resolvers/valibot'
import { NewCredentials } from '@koedana/contract/credentials.ts'
import { listSetupFolders } from '@koedana/contract/setup.ts'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import { isRepeated, Repeated } from '../../domain/repeated-password.ts'
import { useT } from '../../lib/i18n.ts'
import { wordsOf } from '../../lib/validation.ts'
import { Field } from '../../ui/field.tsx'
import type { Account } from './setup-draft.ts'
import type { SetupFaults } from './setup-faults.rules.ts'
import { Step, StepFoot } from './step.tsx'

const Typed = v.pipe(
  v.object({ ...NewCredentials.entries, repeated: Repeated, code: v.string() }),
  v.forward(v.partialCheck([['password'], ['repeated']], isRepeated, 'passwordsSame'), ['repeated']),
)

export interface AccountStepProps {
  readonly account: Account
  readonly needsCode: boolean
  readonly faults: SetupFaults['account']
  readonly onDone: (account: Account) => void
}

export function AccountStep({ account, needsCode, faults, onDone }: AccountStepProps) {
  const t = useT()
  const form = useForm({ resolver: valibotResolver(Typed), defaultValues: account })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    // A wrong code is said here, and not after everything else was decided.
    if (needsCode && !(await isCode(typed.code))) return form.setError('code', { message: 'setupCodeWrong' })
    onDone(typed)
  })
  const field = (name: keyof Account) => ({
    error: wordsOf(t, errors[name]?.message ?? (name === 'repeated' ? undefined : faults[name])),
    ...form.register(name),
  })
  return (
    <Step title={t('setup.administrator')} help={t('setup.administratorHelp')}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        {needsCode && (
          <Field label={t('setup.code')} help={t('setup.codeHelp')} autoComplete="off" {...field('code')} />
        )}
        <Field
          label={t('account.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <Field
          label={t('account.password')}
          type="password"
          autoComplete="new-password"
          {...field('password')}
        />
        <Field
          label={t('account.repeatPassword')}
          type="password"
          autoComplete="new-password"
          {...field('repeated')}
        />
        <StepFoot>
          <button type="submit" className="btn-primary h-11 flex-1" disabled={isSubmitting}>
            {t('setup.next')}
          </button>
        </StepFoot>
      </form>
    </Step>
  )
}

const isCode = (code: string): Promise<boolean> =>
  call(listSetupFolders, { body: { code } }).then(
    () => true,
    () => false,
  )
