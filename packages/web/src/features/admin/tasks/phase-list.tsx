import type { Task } from '@koedana/contract/tasks.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useT } from '../../../lib/i18n.ts'
import { type PhaseStep, phaseSteps } from './task.rules.ts'

/** The way of a task, and how far it came. */
export function PhaseList({ task }: { readonly task: Task }) {
  const t = useT()
  return (
    <ol aria-label={t('tasks.phases')} className="flex flex-wrap gap-x-5 gap-y-2 text-[13px]">
      {phaseSteps(task).map(({ phase, state }) => (
        <li
          key={phase}
          aria-current={state === 'now' ? 'step' : undefined}
          className={clsx('flex items-center gap-2', state === 'now' && 'font-semibold', tones[state])}
        >
          <Sign state={state} />
          {t(`taskPhase.${phase}`)}
          <span className="sr-only">{t(`phaseState.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}

const tones = { done: 'text-fg', now: 'text-acc', stopped: 'text-neg', waiting: 'text-mut' } as const

function Sign({ state }: Pick<PhaseStep, 'state'>) {
  const Icon = state === 'done' ? IconCheck : state === 'stopped' ? IconX : undefined
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-5 shrink-0 place-items-center rounded-full border',
        state === 'waiting' ? 'border-line' : 'border-current',
      )}
    >
      {Icon && <Icon size={13} />}
      {state === 'now' && <span className="size-2 rounded-full bg-current" />}
    </span>
  )
}
