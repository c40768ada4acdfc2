import { type ReactNode, useId } from 'react'

interface StepProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

/** One thing to decide, with its fields. */
export function Step({ title, help, children }: StepProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-[16px] font-semibold tracking-tight">
          {title}
        </h2>
        <p className="mt-0.5 text-[13px] text-mut">{help}</p>
      </div>
      {children}
    </section>
  )
}
