import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'

export interface StepProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

/** One step of the setup. Its heading gets the focus, so that screen readers announce the change. */
export function Step({ title, help, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-[17px] font-semibold tracking-tight outline-none">
          {title}
        </h2>
        <p className="mt-0.5 text-[13px] text-pretty text-mut">{help}</p>
      </div>
      {children}
    </section>
  )
}

export interface StepFootProps {
  readonly onBack?: () => void
  readonly children: ReactNode
}

export function StepFoot({ onBack, children }: StepFootProps) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {onBack && (
        <button type="button" className="btn h-11" onClick={onBack}>
          {t('setup.back')}
        </button>
      )}
      {children}
    </div>
  )
}
