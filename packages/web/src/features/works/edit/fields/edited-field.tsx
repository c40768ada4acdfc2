import type { FieldOrigin, WorkField } from '@koedana/contract/editing.ts'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useFormat, useT } from '../../../../lib/i18n.ts'
import { FieldWords } from '../../../../ui/field.tsx'
import { faultWords, fieldName, useEditor } from '../editor-context.ts'

interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

export interface EditedFieldProps {
  readonly field: WorkField
  readonly help?: string
  /** Whether the field consists of several controls. */
  readonly isGroup?: boolean
  readonly isWide?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** A field of the editor with its label, source and error. */
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
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot share a line with the origin
    <div role="group" aria-labelledby={`${id}-name`} aria-describedby={describedBy} className={className}>
      {body}
    </div>
  )
}

/** Shows the source such as “Marketplace · 12 Nov”, or who locked the field and when, with a button to unlock it. */
function Origin({ id, field }: { readonly id: string; readonly field: WorkField }) {
  const t = useT()
  const format = useFormat()
  const { metadata, isBusy, release } = useEditor()
  const origin: FieldOrigin | undefined = metadata.fields[field]
  if (!origin) return null
  if (!origin.lock) {
    return (
      <span id={id} className="text-[12px] text-mut">
        {`${t(`source.${origin.source}`)} · ${format.date(origin.at)}`}
      </span>
    )
  }
  const by = t('editing.lockedBy', { name: origin.lock.by ?? t('editing.gone') })
  return (
    <span className="flex items-center gap-1.5 text-[12px] text-acc">
      <span id={id} className="inline-flex items-center gap-1">
        <IconLock size={13} className="shrink-0" aria-hidden />
        {`${by} · ${format.date(origin.lock.at)}`}
      </span>
      <button
        type="button"
        className="rounded-full px-1.5 py-1 font-medium underline underline-offset-2 hover:bg-soft disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:px-3"
        aria-label={t('editing.releaseField', { field: fieldName(t, field) })}
        disabled={isBusy}
        onClick={() => release(field)}
      >
        {t('editing.release')}
      </button>
    </span>
  )
}
