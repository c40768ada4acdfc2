import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  /** What is wrong with it; read out with the field. */
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A labelled field of several lines. */
export function TextArea({ label, error, help, ...input }: TextAreaProps) {
  const id = useId()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[13px] font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        className="input h-auto py-2"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        {...input}
      />
      {help && (
        <p id={`${id}-help`} className="mt-1 text-[12.5px] text-mut">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-[12.5px] text-neg">
          {error}
        </p>
      )}
    </div>
  )
}
