/** The fields that many works can share, in a form. Import it lazily: only administrators open it. */
import type { ManyWorksValues } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { type AgeCategory, ageCategories, type EntityKind } from '@koedana/contract/values.ts'
import { useState } from 'react'
import { create } from 'zustand'
import { endEditingMany } from '../../../domain/editing-many.ts'
import { useT } from '../../../lib/i18n.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { type Faults, faultsOf, type NamedEntity } from './draft.rules.ts'
import { saveMany } from './edit-many.ts'
import { useEditingWords } from './editing-words.ts'
import { faultWords, fieldName } from './editor-context.ts'
import { NamesPicker } from './fields/names-picker.tsx'

interface Draft {
  readonly ageCategory: AgeCategory | ''
  readonly maker: readonly NamedEntity[]
  readonly series: readonly NamedEntity[]
  readonly addedGenres: readonly NamedEntity[]
  readonly removedGenres: readonly NamedEntity[]
  readonly addedArtists: readonly NamedEntity[]
  readonly removedArtists: readonly NamedEntity[]
}

const blank: Draft = {
  ageCategory: '',
  maker: [],
  series: [],
  addedGenres: [],
  removedGenres: [],
  addedArtists: [],
  removedArtists: [],
}

/** The input for a selection survives closing the dialog. */
const useKeptDraft = create(() => ({ key: '', draft: blank }))

export function ManyWorksDialog({ workIds }: { readonly workIds: readonly string[] }) {
  useEditingWords()
  const t = useT()
  const key = workIds.join()
  const kept = useKeptDraft()
  const draft = kept.key === key ? kept.draft : blank
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const values = valuesOf(draft)
  const hasChange = Object.keys(values).length > 0
  const change = (changed: Partial<Draft>) => {
    setFaults({})
    useKeptDraft.setState({ key, draft: { ...draft, ...changed } })
  }
  const submit = async () => {
    if (!hasChange) return
    setBusy(true)
    try {
      await saveMany(workIds, values)
      useKeptDraft.setState({ key: '', draft: blank })
      endEditingMany()
    } catch (error) {
      setFaults(faultsOf(error instanceof ApiError ? error.body?.fields : undefined))
      setBusy(false)
    }
  }
  const picker = (name: Exclude<keyof Draft, 'ageCategory'>) => {
    const { field, kind, label, isOne, canCreate } = pickers[name]
    const words = label ? t(label, { field: fieldName(t, field) }) : fieldName(t, field)
    const fault = canCreate && faultWords(t, faults[field], field)
    return (
      <LabeledControl label={words}>
        <div className="w-full">
          <NamesPicker
            kind={kind}
            label={words}
            chosen={draft[name]}
            isOne={isOne}
            canCreate={canCreate}
            onChange={(chosen) => change({ [name]: chosen })}
          />
          {fault && (
            <p role="alert" className="mt-1 text-[12.5px] text-neg">
              {fault}
            </p>
          )}
        </div>
      </LabeledControl>
    )
  }
  return (
    <FormDialog
      title={t('editing.many', { count: workIds.length })}
      act={t('editing.many', { count: workIds.length })}
      isBusy={isBusy || !hasChange}
      isWide
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onClose={endEditingMany}
    >
      <p className="text-[13px] text-mut">{t('editing.manyHelp')}</p>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {picker('addedGenres')}
        {picker('removedGenres')}
        {picker('addedArtists')}
        {picker('removedArtists')}
        {picker('maker')}
        {picker('series')}
        <LabeledControl label={fieldName(t, 'ageCategory')}>
          <SelectMenu
            label={fieldName(t, 'ageCategory')}
            value={draft.ageCategory}
            options={[
              { value: '', label: t('editing.unchanged') },
              ...ageCategories.map((value) => ({ value, label: t(`age.${value}`) })),
            ]}
            onChange={(ageCategory) => change({ ageCategory })}
          />
        </LabeledControl>
      </div>
    </FormDialog>
  )
}

interface Picker {
  readonly field: 'maker' | 'series' | 'genres' | 'artists'
  readonly kind: EntityKind
  readonly label?: 'editing.manyAdd' | 'editing.manyRemove'
  readonly isOne: boolean
  readonly canCreate: boolean
}

const adding = { label: 'editing.manyAdd', isOne: false, canCreate: true } as const
const removing = { label: 'editing.manyRemove', isOne: false, canCreate: false } as const

const pickers: Readonly<Record<Exclude<keyof Draft, 'ageCategory'>, Picker>> = {
  maker: { field: 'maker', kind: 'makers', isOne: true, canCreate: true },
  series: { field: 'series', kind: 'series', isOne: true, canCreate: true },
  addedGenres: { field: 'genres', kind: 'genres', ...adding },
  removedGenres: { field: 'genres', kind: 'genres', ...removing },
  addedArtists: { field: 'artists', kind: 'artists', ...adding },
  removedArtists: { field: 'artists', kind: 'artists', ...removing },
}

/** Empty fields are absent: they stay as they are. */
function valuesOf(draft: Draft): ManyWorksValues {
  const { ageCategory, addedGenres, removedGenres, addedArtists, removedArtists } = draft
  const [maker] = draft.maker
  const [series] = draft.series
  const genres = listChange(addedGenres, removedGenres)
  const artists = listChange(addedArtists, removedArtists)
  return {
    ...(ageCategory !== '' && { ageCategory }),
    ...(maker && { maker: sent(maker) }),
    ...(series && { series: sent(series) }),
    ...(genres && { genres }),
    ...(artists && { artists }),
  }
}

function listChange(
  added: readonly NamedEntity[],
  removed: readonly NamedEntity[],
): ManyWorksValues['genres'] {
  if (added.length + removed.length === 0) return undefined
  const remove = removed.flatMap(({ id }) => (id === undefined ? [] : [{ id }]))
  return { add: added.map(sent), remove }
}

const sent = ({ id, name }: NamedEntity) => (id === undefined ? { name } : { id })
