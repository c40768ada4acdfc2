import type { EntityKind } from '@koedana/contract/values.ts'
import { useT } from '../../../../lib/i18n.ts'
import { entityLanguage } from '../../../../lib/name-language.rules.ts'
import { RemovableChip } from '../../../../ui/chip.tsx'
import { useEditor } from '../editor-context.ts'
import { fieldName } from '../field-names.ts'
import { EditedField } from './edited-field.tsx'
import { NameBox } from './name-box.tsx'

const kinds = {
  maker: 'makers',
  series: 'series',
  artists: 'artists',
  illustrators: 'illustrators',
  genres: 'genres',
} as const satisfies Record<string, EntityKind>

export interface EntityFieldProps {
  readonly field: keyof typeof kinds
  readonly isWide?: boolean
}

/** Chips to take off, and a box for more. A work has one maker and one series: another takes its place. */
export function EntityField({ field, isWide }: EntityFieldProps) {
  const t = useT()
  const { draft, change } = useEditor()
  const kind = kinds[field]
  const chosen = draft[field]
  const isOne = field === 'maker' || field === 'series'
  const name = fieldName(t, field)
  return (
    <EditedField field={field} isGroup {...(isWide ? { isWide } : {})}>
      {(control) => (
        <div className="flex flex-col gap-2">
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-1.5" aria-label={name}>
              {chosen.map((entity) => (
                <li key={entity.id ?? `new ${entity.name}`} className="max-w-full">
                  <RemovableChip
                    removeLabel={t('filter.removeName', { name: entity.name })}
                    onRemove={() =>
                      change(
                        field,
                        chosen.filter((one) => one !== entity),
                      )
                    }
                  >
                    <span lang={entityLanguage(kind, entity.name)}>{entity.name}</span>
                  </RemovableChip>
                </li>
              ))}
            </ul>
          )}
          <NameBox
            kind={kind}
            label={`${t('editing.find')}: ${name}`}
            placeholder={t('editing.find')}
            taken={chosen.flatMap(({ id }) => id ?? [])}
            canCreate
            isInvalid={control['aria-invalid']}
            describedBy={control['aria-describedby']}
            onChoose={({ id, name: newName }) => {
              const entity = id === undefined ? { name: newName } : { id, name: newName }
              const isTwice = chosen.some(
                (one) => one.id === undefined && id === undefined && one.name === newName,
              )
              if (!isTwice) change(field, isOne ? [entity] : [...chosen, entity])
            }}
          />
        </div>
      )}
    </EditedField>
  )
}
