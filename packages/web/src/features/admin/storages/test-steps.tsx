import { type StorageTest, storageSteps } from '@koedana/contract/storages.ts'
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'

const looks = {
  ok: { icon: IconCircleCheck, className: 'text-pos' },
  failed: { icon: IconAlertCircle, className: 'text-neg' },
  skipped: { icon: IconCircleDashed, className: 'text-mut' },
} as const

const stepDelayMs = 150

/** Shows the steps one after the other, so that they can be followed; each shows its result and a hint. */
export function TestSteps({ result }: { readonly result: StorageTest }) {
  const t = useT()
  const [shown, setShown] = useState(1)
  useEffect(() => {
    const timer = setInterval(() => setShown((count) => count + 1), stepDelayMs)
    const end = setTimeout(() => clearInterval(timer), stepDelayMs * (storageSteps.length + 1))
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [])
  return (
    <ol aria-live="polite" className="flex flex-col gap-2.5 rounded-card bg-sunken p-4 text-[13px]">
      {result.steps.slice(0, shown).map(({ step, state, sentence }) => {
        const { icon: Icon, className } = looks[state]
        return (
          <li key={step} className="flex gap-2.5">
            <Icon size={18} className={`shrink-0 ${className}`} aria-hidden />
            <div className="min-w-0">
              <p className="font-medium">
                {t(`storageStep.${step}`)} · {t(`storageStepState.${state}`)}
              </p>
              <p className="text-pretty text-mut">{sentence}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
