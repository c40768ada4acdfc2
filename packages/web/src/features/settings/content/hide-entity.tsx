import { listEntities } from '@koedana/contract/entities.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import type { Hidden } from '../../../domain/content-choices.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { SelectMenu } from '../../../ui/select-menu.tsx'

export interface HideEntityProps {
  readonly onPick: (kind: EntityKind, entity: Hidden) => void
}

const typingMs = 200
const mostFound = 6

/** A kind, a name to type, and what matches. */
export function HideEntity({ onPick }: HideEntityProps) {
  const t = useT()
  const [kind, setKind] = useState<EntityKind>('genres')
  const [text, setText] = useState('')
  const q = useSettled(text.trim(), typingMs)
  const { data } = useQuery({
    queryKey: ['hide', kind, q],
    queryFn: ({ signal }) =>
      call(listEntities, { params: { kind }, query: { q, pageSize: mostFound } }, signal),
    enabled: q !== '',
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <SelectMenu
          label={t('content.kind')}
          value={kind}
          options={entityKinds.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={setKind}
        />
        <input
          type="search"
          className="input min-w-48 flex-1 pointer-coarse:h-11"
          aria-label={t('content.find')}
          placeholder={t('content.find')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {q !== '' && (
        <ul className="flex flex-wrap gap-2" aria-live="polite">
          {data?.items.map((entity) => (
            <li key={entity.id}>
              <button
                type="button"
                className="chip pointer-coarse:h-11"
                onClick={() => {
                  onPick(kind, { id: entity.id, name: entity.name })
                  setText('')
                }}
              >
                {t('content.hideName', { name: entity.name })}
              </button>
            </li>
          ))}
          {data?.items.length === 0 && <li className="text-[13px] text-mut">{t('filter.nothing')}</li>}
        </ul>
      )}
    </div>
  )
}
