import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** Says what is wrong with it; it is read out with the field. */
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

export interface FieldWordsProps {
  /** The id of the field that the words belong to. */
  readonly id: string
  readonly help?: ReactNode
  /** Says what is wrong with it. */
  readonly error?: string | undefined
}

/** The texts below a field; the field is described by them: `describedBy`. */
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

/** The attributes that tie a field to its words. */
export function describedBy({ id, help, error }: FieldWordsProps) {
  const ids = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined } as const
}
