import type { FolderDecision, UnsettledFolder } from '@koedana/contract/folders.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useSettling } from './unsettled-query.ts'

export interface SettleDialogProps {
  readonly folder: UnsettledFolder
  /** Assigns the folder to a work by ID, or makes it a custom work. */
  readonly way: 'work' | 'own'
  readonly onClose: () => void
}

export function SettleDialog({ folder, way, onClose }: SettleDialogProps) {
  const t = useT()
  const { settle, isBusy } = useSettling()
  const [typed, setTyped] = useState(way === 'own' ? folder.suggestedTitle : '')
  const [fault, setFault] = useState<string>()
  const submit = async () => {
    const text = typed.trim()
    if (text === '') return setFault(t('validation.required'))
    const decision: FolderDecision =
      way === 'work' ? { decision: 'work', workId: text } : { decision: 'own', title: text }
    try {
      await settle(folder, decision)
      onClose()
    } catch (error) {
      setFault(t(faultOf(error instanceof ApiError ? error.body?.fields?.['body.workId'] : undefined)))
    }
  }
  const isWork = way === 'work'
  return (
    <FormDialog
      title={t(isWork ? 'unsettled.giveIdTitle' : 'unsettled.makeOwnTitle')}
      act={t(isWork ? 'unsettled.giveIdAct' : 'unsettled.makeOwnAct')}
      isBusy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      <p className="text-[13px] wrap-anywhere text-mut">{folder.path || t('unsettled.top')}</p>
      <Field
        label={t(isWork ? 'unsettled.id' : 'unsettled.name')}
        help={t(isWork ? 'unsettled.idHelp' : 'unsettled.nameHelp')}
        error={fault}
        autoComplete="off"
        spellCheck={false}
        placeholder={isWork ? 'RJ01234567' : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

/** Returns the message key of the server's error about the ID. */
function faultOf(found: string | undefined) {
  if (found === 'workIdExpected') return 'unsettled.idExpected'
  return found === 'workUnknown' ? 'unsettled.ownUnknown' : 'validation.wrong'
}
