import { valibotResolver } from '@hookform/resolvers/valibot'
import { NewCredentials } from '@koedana/contract/credentials.ts'
import { listSetupFolders, setUp } from '@koedana/contract/setup.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { setupQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { isRepeated, Repeated } from '../../domain/repeated-password.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { fieldFaults, wordsOf } from '../../lib/validation.ts'
import { CheckRow, ChoiceList } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { FoldersStep } from './folders-step.tsx'
import { type Account, type Beginning, bodyOf, type Draft, untouched } from './setup-draft.ts'
import { readFaults, type SetupFaults, type SetupStep, stepToMend } from './setup-faults.rules.ts'
import { Step, StepFoot } from './step.tsx'
import { StepList } from './step-list.tsx'

export interface SetupFlowProps {
  readonly needsCode: boolean
  /** Whether visitors may listen while nobody says otherwise. */
  readonly mayListen: boolean
  readonly onDone: (done: { readonly beginning: Beginning; readonly hasFolders: boolean }) => void
}

/** Three things to decide; the fourth step is to listen. Nothing is saved before the last decision. */
export function SetupFlow({ needsCode, mayListen, onDone }: SetupFlowProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({ ...untouched, mayListen })
  const [step, setStep] = useState<SetupStep>('account')
  const [faults, setFaults] = useState<SetupFaults>({ account: {} })
  const go = (to: SetupStep, changed: Partial<Draft> = {}) => {
    setDraft((now) => ({ ...now, ...changed }))
    setStep(to)
  }
  const finish = async (changed: Partial<Draft>) => {
    const whole = { ...draft, ...changed }
    setDraft(whole)
    try {
      signIn(await call(setUp, { body: bodyOf(whole) }))
      onDone({ beginning: whole.beginning, hasFolders: whole.folders.length > 0 })
    } catch (error) {
      const found = readFaults(fieldFaults(error))
      setFaults(found)
      setStep((now) => stepToMend(found) ?? now)
      // Somebody else may have been faster: the page says so then.
      void client.invalidateQueries({ queryKey: setupQuery().queryKey })
    }
  }
  return (
    <>
      <StepList current={step} />
      {step === 'account' && (
        <AccountStep
          account={draft.account}
          needsCode={needsCode}
          faults={faults.account}
          onDone={(account) => {
            setFaults((now) => ({ ...now, account: {} }))
            go('folders', { account })
          }}
        />
      )}
      {step === 'folders' && (
        <FoldersStep
          code={draft.account.code}
          folders={draft.folders}
          fault={faults.folder}
          onBack={() => go('account')}
          onChange={(folders) => go('folders', { folders })}
          onDone={(beginning, folders) => {
            setFaults({ account: {} })
            go('visitors', { beginning, folders })
          }}
        />
      )}
      {step === 'visitors' && (
        <VisitorsStep draft={draft} onBack={(changed) => go('folders', changed)} onFinish={finish} />
      )}
    </>
  )
}

const Typed = v.pipe(
  v.object({ ...NewCredentials.entries, repeated: Repeated, code: v.string() }),
  v.forward(v.partialCheck([['password'], ['repeated']], isRepeated, 'passwordsSame'), ['repeated']),
)

interface AccountStepProps {
  readonly account: Account
  readonly needsCode: boolean
  readonly faults: SetupFaults['account']
  readonly onDone: (account: Account) => void
}

function AccountStep({ account, needsCode, faults, onDone }: AccountStepProps) {
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

type Decided = Pick<Draft, 'visitorCeiling' | 'mayListen'>

interface VisitorsStepProps {
  readonly draft: Draft
  readonly onBack: (decided: Decided) => void
  readonly onFinish: (decided: Decided) => Promise<void>
}

/** Decides what people without an account may, in plain sentences. */
function VisitorsStep({ draft, onBack, onFinish }: VisitorsStepProps) {
  const t = useT()
  const [visitorCeiling, setCeiling] = useState(draft.visitorCeiling)
  const [mayListen, setMayListen] = useState(draft.mayListen)
  const [isBusy, setBusy] = useState(false)
  const decided = { visitorCeiling, mayListen }
  const finish = async () => {
    setBusy(true)
    await onFinish(decided)
    setBusy(false)
  }
  return (
    <Step title={t('setup.visitors')} help={t('setup.visitorsHelp')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void finish()
        }}
      >
        <ChoiceList
          label={t('setup.visitorCeiling')}
          value={visitorCeiling}
          options={ageCategories.map((value) => ({
            value,
            label: t(`setup.ceiling.${value}`),
            help: t(`setup.ceilingHelp.${value}`),
          }))}
          onChange={setCeiling}
        />
        <CheckRow
          label={t('setup.listening')}
          help={t('setup.listeningHelp')}
          checked={mayListen}
          onChange={({ target }) => setMayListen(target.checked)}
        />
        <StepFoot onBack={() => onBack(decided)}>
          <button type="submit" className="btn-primary h-11 flex-1" disabled={isBusy}>
            {t('setup.finish')}
          </button>
        </StepFoot>
      </form>
    </Step>
  )
}
