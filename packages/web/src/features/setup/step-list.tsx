import { useT } from '../../lib/i18n.ts'
import { type SetupStep, setupSteps } from './setup-faults.rules.ts'

export function StepList({ current }: { readonly current: SetupStep }) {
  const t = useT()
  const at = setupSteps.indexOf(current)
  return (
    <ol className="grid grid-cols-4 gap-2" aria-label={t('setup.steps')}>
      {setupSteps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={`flex min-w-0 flex-col gap-1.5 text-[12px] ${index === at ? 'font-semibold' : 'text-mut'}`}
        >
          <span className={`h-1.5 rounded-full ${index <= at ? 'bg-acc' : 'bg-line'}`} aria-hidden />
          <span className="truncate">{t(`setup.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
