import { mergeEntity } from '@koedana/contract/editing.ts'
import type { RankedEntity } from '@koedana/contract/entities.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../../domain/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { entityLanguage } from '../../../../lib/name-language.rules.ts'
import { notify } from '../../../../lib/notify.ts'
import { NameBox } from '../fields/name-box.tsx'

/** Finds the other entity, then asks which of the two to keep. */
export function MergeForm({ kind, entity }: EditEntityProps) {
  const t = useT()
  const [other, setOther] = useState<RankedEntity>()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-[13px] text-mut">{t('editing.mergeHelp')}</p>
      <NameBox
        kind={kind}
        label={t('editing.mergeFind')}
        placeholder={t('editing.mergeFind')}
        taken={[entity.id]}
        onChoose={({ id, name, workCount = 0 }) => id !== undefined && setOther({ id, name, workCount })}
      />
      {other && <Pair key={other.id} kind={kind} entity={entity} other={other} />}
    </div>
  )
}

interface PairProps extends EditEntityProps {
  readonly other: RankedEntity
}

function Pair({ kind, entity, other }: PairProps) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [into, setInto] = useState(other)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const from = into === other ? entity : other
  const merge = async () => {
    setBusy(true)
    try {
      const merged = await call(mergeEntity, { params: { kind, id: from.id }, body: { into: into.id } })
      notify(t('editing.merged', { name: merged.name }), 'positive')
      await navigate({ to: '/works', search: { [kind]: [merged.id] } })
      await client.invalidateQueries()
    } catch (error) {
      if (error instanceof ApiError) setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-[13px] font-medium">{t('editing.mergeStays')}</legend>
        <div className="divide-y divide-line rounded-card border border-line">
          {[entity, other].map((one) => (
            <label
              key={one.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-acc"
            >
              <input
                type="radio"
                name="stays"
                className="size-4.5 shrink-0 accent-acc"
                checked={into.id === one.id}
                onChange={() => setInto(one)}
              />
              <span className="min-w-0 flex-1">
                <span
                  className="block text-sm font-medium wrap-anywhere"
                  lang={entityLanguage(kind, one.name)}
                >
                  {one.name}
                </span>
                <span className="block text-[12.5px] text-mut">{one.id}</span>
              </span>
              <span className="shrink-0 text-[13px] text-mut">
                {t('works.count', { count: one.workCount })}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {fault && (
        <p role="alert" className="text-[13px] text-neg">
          {fault}
        </p>
      )}
      <button
        type="button"
        className="btn-primary h-auto min-h-10 self-end py-2 wrap-anywhere"
        disabled={isBusy}
        onClick={() => void merge()}
      >
        {t('editing.mergeAct', { name: into.name })}
      </button>
    </>
  )
}

export interface EditEntityProps {
  readonly kind: EntityKind
  readonly entity: RankedEntity
}

export interface EntityDialogProps extends EditEntityProps {
  readonly onClose: () => void
}
