import type { FieldOrigin, WorkField } from '@koedana/contract/editing.ts'
import { IconLock } from '@tabler/icons-react'
import { useFormat, useT } from '../../../../lib/i18n.ts'
import { useEditor } from '../editor-context.ts'
import { fieldName } from '../field-names.ts'

/** “Marketplace · 12 Nov”, or who locked it and when, with the way back to its sources. */
export function Origin({ id, field }: { readonly id: string; readonly field: WorkField }) {
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
