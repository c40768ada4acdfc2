import { Dialog } from '@base-ui/react/dialog'
import { Tabs } from '@base-ui/react/tabs'
import { updateEntity } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../domain/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { entityLanguage } from '../../../../lib/name-language.rules.ts'
import { notify } from '../../../../lib/notify.ts'
import { Field } from '../../../../ui/field.tsx'
import type { Faults } from '../draft.rules.ts'
import { faultWords } from '../editor-context.ts'
import { EditorTab } from '../editor-tab.tsx'
import { type EntityDialogProps, MergeForm } from './merge-form.tsx'

export function EntityDialog({ kind, entity, onClose }: EntityDialogProps) {
  const t = useT()
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[92dvh] w-[min(32rem,calc(100vw-2rem))] -translate-1/2 flex-col overflow-y-auto rounded-3xl border border-line bg-surface shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0">
          <header className="flex items-start gap-3 px-6 pt-5 pb-1">
            <div className="min-w-0 flex-1">
              <Dialog.Description className="text-[13px] font-medium text-acc">
                {t(`kind.${kind}`)}
              </Dialog.Description>
              <Dialog.Title
                className="text-lg font-semibold tracking-tight wrap-anywhere"
                lang={entityLanguage(kind, entity.name)}
              >
                {entity.name}
              </Dialog.Title>
            </div>
            <Dialog.Close className="btn-icon -mr-2" aria-label={t('common.close')}>
              <IconX size={18} aria-hidden />
            </Dialog.Close>
          </header>
          <Tabs.Root defaultValue="rename">
            <Tabs.List className="flex gap-1 border-b border-line px-4">
              <EditorTab value="rename" label={t('editing.rename')} />
              <EditorTab value="merge" label={t('editing.merge')} />
            </Tabs.List>
            <Tabs.Panel value="rename" className="p-6 -outline-offset-2">
              <RenameForm kind={kind} entity={entity} onClose={onClose} />
            </Tabs.Panel>
            <Tabs.Panel value="merge" className="p-6 -outline-offset-2">
              <MergeForm kind={kind} entity={entity} />
            </Tabs.Panel>
          </Tabs.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function RenameForm({ kind, entity, onClose }: EntityDialogProps) {
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
