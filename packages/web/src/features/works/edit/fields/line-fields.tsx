import type { MovingNumber } from '@koedana/contract/field-lists.ts'
import { useEditor } from '../editor-context.ts'
import { EditedField } from './edited-field.tsx'

type LineField = 'name' | 'kana' | 'releaseDate' | 'editionOf' | MovingNumber

export interface LineProps {
  readonly field: LineField
  readonly type?: 'text' | 'date'
  readonly inputMode?: 'numeric' | 'decimal'
  readonly lang?: string | undefined
  readonly help?: string
  readonly isWide?: boolean
}

/** A field that is one line to type in. */
export function Line({ field, type = 'text', inputMode, lang, ...frame }: LineProps) {
  const { draft, change } = useEditor()
  return (
    <EditedField field={field} {...frame}>
      {(control) => (
        <input
          {...control}
          className="input"
          type={type}
          inputMode={inputMode}
          lang={lang}
          autoComplete="off"
          value={draft[field]}
          onChange={(event) => change(field, event.target.value)}
        />
      )}
    </EditedField>
  )
}

/** Names, one a line. */
export function Lines({ field, help }: { readonly field: 'writers' | 'musicians'; readonly help: string }) {
  const { draft, change } = useEditor()
  return (
    <EditedField field={field} help={help}>
      {(control) => (
        <textarea
          {...control}
          className="input h-auto py-2"
          rows={2}
          value={draft[field]}
          onChange={(event) => change(field, event.target.value)}
        />
      )}
    </EditedField>
  )
}
