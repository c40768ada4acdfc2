import type { ReactNode } from 'react'

export interface FieldWordsProps {
  /** The id of the field that the words belong to. */
  readonly id: string
  readonly help?: ReactNode
  /** What is wrong with it. */
  readonly error?: string | undefined
}

/** What stands below a field; the field is described by them: `describedBy`. */
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
