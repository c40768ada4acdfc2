import { setUp } from '@koedana/contract/setup.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setupQuery } from '../../domain/about-query.ts'
import { call } from '../../domain/api.ts'
import { signIn } from '../../domain/session.ts'
import { fieldFaults } from '../../lib/validation.ts'
import { AccountStep } from './account-step.tsx'
import { FoldersStep } from './folders-step.tsx'
import { type Beginning, bodyOf, type Draft, untouched } from './setup-draft.ts'
import { readFaults, type SetupFaults, type SetupStep, stepToMend } from './setup-faults.rules.ts'
import { StepList } from './step-list.tsx'
import { VisitorsStep } from './visitors-step.tsx'

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
