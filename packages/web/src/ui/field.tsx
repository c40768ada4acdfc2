import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { describedBy, FieldWords } from './field-words.tsx'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** What is wrong with it; read out with the field. */
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled line to type in. */
export function Field({ label, error, help, ...input }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[13px] font-medium">
        {label}
      </label>
      <input {...describedBy({ id, help, error })} className="input pointer-coarse:h-11" {...input} />
      <FieldWords id={id} help={help} error={error} />
    </div>
  )
}
