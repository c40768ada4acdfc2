import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** The validation error; screen readers announce it with the field. */
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

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

export interface FieldWordsProps {
  readonly id: string
  readonly help?: ReactNode
  readonly error?: string | undefined
}

/** The help and error texts below a field; connect them with `describedBy`. */
export function FieldWords({ id, help, error }: FieldWordsProps) {
  return (
    <>
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
    </>
  )
}

/** Returns the attributes that connect a field to its texts. */
export function describedBy({ id, help, error }: FieldWordsProps) {
  const ids = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined } as const
}
