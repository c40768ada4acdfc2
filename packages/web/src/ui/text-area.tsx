import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { describedBy, FieldWords } from './field.tsx'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  /** The validation error; screen readers announce it with the field. */
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, error, help, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[13px] font-medium">
        {label}
      </label>
      <textarea {...describedBy({ id, help, error })} rows={3} className="input h-auto py-2" {...input} />
      <FieldWords id={id} help={help} error={error} />
    </div>
  )
}
