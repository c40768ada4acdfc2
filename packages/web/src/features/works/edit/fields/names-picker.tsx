import type { EntityKind } from '@koedana/contract/values.ts'
import { useT } from '../../../../lib/i18n.ts'
import { entityLanguage } from '../../../../lib/name-language.rules.ts'
import { RemovableChip } from '../../../../ui/chip.tsx'
import type { NamedEntity } from '../draft.rules.ts'
import { NameBox } from './name-box.tsx'

export interface NamesPickerProps {
  readonly kind: EntityKind
  readonly label: string
  readonly chosen: readonly NamedEntity[]
  /** Another name replaces the chosen one. */
  readonly isOne?: boolean
  /** A name that no entity has yet can be chosen too. */
  readonly canCreate?: boolean
  readonly isInvalid?: true | undefined
  readonly describedBy?: string | undefined
  readonly onChange: (chosen: readonly NamedEntity[]) => void
}

/** Shows the chosen names as chips that can be removed, and a box to find more. */
export function NamesPicker({ kind, label, chosen, isOne, canCreate, onChange, ...box }: NamesPickerProps) {
  const t = useT()
  const find = t(canCreate ? 'editing.find' : 'editing.findOnly')
  return (
    <div className="flex flex-col gap-2">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={label}>
          {chosen.map((entity) => (
            <li key={entity.id ?? `new ${entity.name}`} className="max-w-full">
              <RemovableChip
                removeLabel={t('filter.removeName', { name: entity.name })}
                onRemove={() => onChange(chosen.filter((one) => one !== entity))}
              >
                <span lang={entityLanguage(kind, entity.name)}>{entity.name}</span>
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      <NameBox
        kind={kind}
        label={`${find}: ${label}`}
        placeholder={find}
        taken={chosen.flatMap(({ id }) => id ?? [])}
        canCreate={canCreate === true}
        {...box}
        onChoose={({ id, name }) => {
          const entity = id === undefined ? { name } : { id, name }
          const isTwice = chosen.some((one) => one.id === undefined && id === undefined && one.name === name)
          if (!isTwice) onChange(isOne ? [entity] : [...chosen, entity])
        }}
      />
    </div>
  )
}
