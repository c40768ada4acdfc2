import { ageCategories } from '@koedana/contract/values.ts'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { CheckRow, ChoiceList } from '../../ui/choices.tsx'
import type { Draft } from './setup-draft.ts'
import { Step, StepFoot } from './step.tsx'

type Decided = Pick<Draft, 'visitorCeiling' | 'mayListen'>

export interface VisitorsStepProps {
  readonly draft: Draft
  readonly onBack: (decided: Decided) => void
  readonly onFinish: (decided: Decided) => Promise<void>
}

/** What people without an account may, in plain sentences. */
export function VisitorsStep({ draft, onBack, onFinish }: VisitorsStepProps) {
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
