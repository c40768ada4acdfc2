import type { WorkField } from '@koedana/contract/editing.ts'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { FieldWords } from '../../../../ui/field.tsx'
import { useEditor } from '../editor-context.ts'
import { faultWords, fieldName } from '../field-names.ts'
import { Origin } from './origin.tsx'

interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

export interface EditedFieldProps {
  readonly field: WorkField
  readonly help?: string
  /** Several controls under one name. */
  readonly isGroup?: boolean
  /** Takes the whole width. */
  readonly isWide?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** A field under its name, with where its value comes from and what is wrong with it. */
export function EditedField({ field, help, isGroup, isWide, children }: EditedFieldProps) {
  const t = useT()
  const { faults } = useEditor()
  const id = useId()
  const error = faultWords(t, faults[field], field)
  const describedBy = [`${id}-origin`, help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
  }
  const name = fieldName(t, field)
  const body = (
    <>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        {isGroup ? (
          <span id={`${id}-name`} className="text-[13px] font-medium">
            {name}
          </span>
        ) : (
          <label htmlFor={id} className="text-[13px] font-medium">
            {name}
          </label>
        )}
        <Origin id={`${id}-origin`} field={field} />
      </div>
      {children(control)}
      <FieldWords id={id} help={help} error={error} />
    </>
  )
  const className = isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'
  if (!isGroup) return <div className={className}>{body}</div>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside the origin in one line
    <div role="group" aria-labelledby={`${id}-name`} aria-describedby={describedBy} className={className}>
      {body}
    </div>
  )
}
