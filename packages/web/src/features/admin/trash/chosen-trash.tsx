import { emptyTrash, restoreTrash, type Trashed } from '@koedana/contract/trash.ts'
import { IconRestore, IconTrashX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { trashKey } from './trash-query.ts'

export interface ChosenTrashProps {
  readonly items: readonly Trashed[]
  readonly onDone: () => void
}

/** What can be done with the selected: only what cannot be taken back asks first. */
export function ChosenTrash({ items, onDone }: ChosenTrashProps) {
  const t = useT()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const count = items.length
  const body = { items: items.map(({ kind, id }) => ({ kind, id })) }
  const after = (done: Promise<string>) =>
    void done
      .then((sentence) => {
        notify(sentence, 'positive')
        onDone()
      })
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: trashKey }))
  const restore = async () => t('message.restored', { count: (await call(restoreTrash, { body })).restored })
  const remove = async () => t('message.removed', { count: (await call(emptyTrash, { body })).removed })
  return (
    <>
      <button type="button" className="btn" onClick={() => after(restore())}>
        <IconRestore size={16} aria-hidden />
        {t('trash.restore', { count })}
      </button>
      <button type="button" className="btn text-neg" onClick={() => setAsking(true)}>
        <IconTrashX size={16} aria-hidden />
        {t('trash.remove', { count })}
      </button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('trash.removeTitle', { count })}
            act={t('trash.remove', { count })}
            onAct={() => after(remove())}
            onClose={() => setAsking(false)}
          >
            {t('trash.removeHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
