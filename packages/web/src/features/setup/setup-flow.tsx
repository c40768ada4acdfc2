import { valibotResolver } from '@hookform/resolvers/valibot'
import { NewCredentials } from '@koedana/contract/credentials.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { checkSetupAccount, setUp } from '@koedana/contract/setup.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { setupQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { passwordsMatch, RepeatedPassword } from '../../domain/repeated-password.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { fieldFaults, showFaults, validationText } from '../../lib/validation.ts'
import { CheckRow, ChoiceList } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { FoldersStep } from './folders-step.tsx'
import {
  type Account,
  type Beginning,
  bodyOf,
  clearDraft,
  type Draft,
  readDraft,
  storeDraft,
} from './setup-draft.ts'
import { firstStepWithFault, readFaults, type SetupFaults, type SetupStep } from './setup-faults.rules.ts'
import { Step, StepFoot } from './step.tsx'
import { StepList } from './step-list.tsx'

export interface SetupFlowProps {
  readonly needsCode: boolean
  /** The server's default for whether visitors may listen. */
  readonly mayListen: boolean
  readonly onDone: (done: { readonly beginning: Beginning; readonly hasFolders: boolean }) => void
}

/** Three steps with decisions; the fourth is to listen. Nothing is saved before the last decision. */
export function SetupFlow({ needsCode, mayListen, onDone }: SetupFlowProps) {
  const client = useQueryClient()
  const [draft, change] = useDraft(mayListen)
  const [step, go] = useStep(draft)
  const [faults, setFaults] = useState<SetupFaults>({ account: {} })
  const finish = async () => {
    try {
      signIn(await call(setUp, { body: bodyOf(draft) }))
      clearDraft()
      onDone({ beginning: draft.beginning, hasFolders: draft.folders.length > 0 })
    } catch (error) {
      const found = readFaults(fieldFaults(error))
      const wrong = found.folder && draft.folders[found.folder.at]
      setFaults(found)
      if (wrong) change({ open: wrong })
      go(firstStepWithFault(found) ?? step)
      // Another user may have completed the setup: the page shows that then.
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
          onType={(username) => change({ account: { ...draft.account, username } })}
          onDone={(account) => {
            setFaults((now) => ({ ...now, account: {} }))
            change({ account })
            go('folders')
          }}
        />
      )}
      {step === 'folders' && (
        <FoldersStep
          code={draft.account.code}
          folders={draft.folders}
          open={draft.open}
          fault={faults.folder}
          onBack={() => go('account')}
          onOpen={(open) => change({ open })}
          onChange={(folders) => change({ folders })}
          onDone={(beginning, folders) => {
            setFaults({ account: {} })
            change({ beginning, folders, open: { ...draft.open, path: '' } })
            go('visitors')
          }}
        />
      )}
      {step === 'visitors' && (
        <VisitorsStep draft={draft} onBack={() => go('folders')} onChange={change} onFinish={finish} />
      )}
    </>
  )
}

/** Returns the draft, which survives a reload, and a function to change it. */
function useDraft(mayListen: boolean) {
  const [draft, setDraft] = useState(() => readDraft(mayListen))
  useEffect(() => storeDraft(draft), [draft])
  return [draft, (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }))] as const
}

/** The first step has no URL parameter. */
const stepsInAddress = ['folders', 'visitors'] as const
const Address = v.object({ step: v.optional(v.picklist(stepsInAddress)) })

/** Returns the step in the URL, so that Back returns to the previous step, and a function to change it. */
function useStep({ account }: Draft) {
  const [{ step = 'account' }, change] = useSearchState(Address, true)
  const go = (to: SetupStep) => change({ step: stepsInAddress.find((one) => one === to) })
  // A reload loses the password, so it must be entered first.
  return [account.password === '' ? 'account' : step, go] as const
}

const AccountFormValues = v.pipe(
  v.object({ ...NewCredentials.entries, repeated: RepeatedPassword, code: v.string() }),
  v.forward(v.partialCheck([['password'], ['repeated']], passwordsMatch, 'passwordsSame'), ['repeated']),
)

interface AccountStepProps {
  readonly account: Account
  readonly needsCode: boolean
  readonly faults: SetupFaults['account']
  readonly onType: (username: string) => void
  readonly onDone: (account: Account) => void
}

function AccountStep({ account, needsCode, faults, onType, onDone }: AccountStepProps) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm({ resolver: valibotResolver(AccountFormValues), defaultValues: account })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    // Checks the code and password in this step, not after the last one.
    const { username, password, code } = typed
    try {
      await call(checkSetupAccount, { body: { username, password, code } })
      onDone(typed)
    } catch (error) {
      showFaults(form, error, { username: 'username', password: 'password' })
      if (error instanceof ApiError && error.body?.code === 'wrongSetupCode')
        form.setError('code', { message: 'setupCodeWrong' })
      // Another user may have completed the setup: the page shows that then.
      void client.invalidateQueries({ queryKey: setupQuery().queryKey })
    }
  })
  const field = (name: keyof Account) => ({
    error: validationText(t, errors[name]?.message ?? (name === 'repeated' ? undefined : faults[name])),
    ...form.register(name, { onChange: () => onType(form.getValues('username')) }),
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

interface VisitorsStepProps {
  readonly draft: Pick<Draft, 'visitorCeiling' | 'mayListen'>
  readonly onBack: () => void
  readonly onChange: (decided: Partial<Draft>) => void
  readonly onFinish: () => Promise<void>
}

function VisitorsStep({ draft, onBack, onChange, onFinish }: VisitorsStepProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    await onFinish()
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
          value={draft.visitorCeiling}
          options={ageCategories.map((value) => ({
            value,
            label: t(`setup.ceiling.${value}`),
            help: t(`setup.ceilingHelp.${value}`),
          }))}
          onChange={(visitorCeiling) => onChange({ visitorCeiling })}
        />
        <CheckRow
          label={t('setup.listening')}
          help={t('setup.listeningHelp')}
          checked={draft.mayListen}
          onChange={({ target }) => onChange({ mayListen: target.checked })}
        />
        <StepFoot onBack={onBack}>
          <button type="submit" className="btn-primary h-11 flex-1" disabled={isBusy}>
            {t('setup.finish')}
          </button>
        </StepFoot>
      </form>
    </Step>
  )
}
