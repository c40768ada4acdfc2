import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

export interface CheckRowProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** What it does, in a sentence. */
  readonly help?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A box to tick with its words beside it; the whole row can be pressed. */
export function CheckRow({ label, help, ...input }: CheckRowProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5 pointer-coarse:min-h-11">
      <input type="checkbox" className="mt-px size-4.5 shrink-0 accent-acc" {...input} />
      <span className="min-w-0">
        <span className="block text-sm">{label}</span>
        {help && <span className="mt-0.5 block text-[12.5px] text-mut">{help}</span>}
      </span>
    </label>
  )
}
