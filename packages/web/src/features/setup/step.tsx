import type { ReactNode } from 'react'

interface StepProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

/** One thing to decide, with its fields. */
export function Step({ title, help, children }: StepProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="text-[16px] font-semibold tracking-tight">{title}</legend>
      <p className="-mt-3 text-[13px] text-mut">{help}</p>
      {children}
    </fieldset>
  )
}
