import { updateEntity } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../domain/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notify.ts'
import { Field } from '../../../../ui/field.tsx'
import type { Faults } from '../draft.rules.ts'
import { faultWords } from '../field-names.ts'
import type { EntityDialogProps } from './entity-props.ts'

export function RenameForm({ kind, entity, onClose }: EntityDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const [name, setName] = useState(entity.name)
  const [kana, setKana] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const isSame = name.trim() === entity.name && kana.trim() === ''
  const save = async () => {
    if (name.trim() === '') return setFaults({ 'body.name': 'required' })
    setBusy(true)
    try {
      const body = {
        ...(name.trim() === entity.name ? {} : { name: name.trim() }),
        ...(kana.trim() === '' ? {} : { kana: kana.trim() }),
      }
      const renamed = await call(updateEntity, { params: { kind, id: entity.id }, body })
      notify(t('editing.renamed', { name: renamed.name }), 'positive')
      await client.invalidateQueries()
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setFaults(error.body?.fields ?? {})
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t('editing.name')}
        help={t('editing.renameHelp')}
        error={faultWords(t, faults['body.name'])}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={t('editing.kana')}
        help={t('editing.renameKanaHelp')}
        error={faultWords(t, faults['body.kana'])}
        lang="ja"
        autoComplete="off"
        value={kana}
        onChange={({ target }) => setKana(target.value)}
      />
      <button type="submit" className="btn-primary self-end pointer-coarse:h-11" disabled={isBusy || isSame}>
        {t('common.save')}
      </button>
    </form>
  )
}
