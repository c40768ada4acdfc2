import { deleteWork, refreshWork } from '@koedana/contract/editing.ts'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useEditor } from './editor-context.ts'

const actClass = 'btn pointer-coarse:h-11'

/** Buttons to refresh the work from the marketplace, and to move it to the trash. */
export function WorkActs() {
  const { metadata } = useEditor()
  return (
    <>
      {/* Custom works are on no marketplace. */}
      {!metadata.work.id.startsWith('KD') && <RefreshButton />}
      <TrashButton />
    </>
  )
}

function RefreshButton() {
  const t = useT()
  const client = useQueryClient()
  const { metadata } = useEditor()
  const [isBusy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    try {
      const { outcome } = await call(refreshWork, { params: { id: metadata.work.id } })
      notify(t(`editing.refreshed.${outcome}`), outcome === 'notFound' ? 'info' : 'positive')
      await client.invalidateQueries()
    } catch {
      // The client has shown that the marketplace does not respond.
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={actClass}
      title={t('editing.refreshHelp')}
      disabled={isBusy}
      onClick={() => void refresh()}
    >
      <IconRefresh size={16} className={isBusy ? 'animate-spin' : ''} aria-hidden />
      {t(isBusy ? 'editing.refreshing' : 'editing.refresh')}
    </button>
  )
}

function TrashButton() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, title } = useEditor().metadata.work
  const [isConfirming, setConfirming] = useState(false)
  const remove = async () => {
    try {
      await call(deleteWork, { params: { id } })
    } catch {
      return
    }
    notify(t('editing.trashed', { title }), 'positive')
    await navigate({ to: '/works' })
    await client.invalidateQueries()
  }
  return (
    <>
      <button type="button" className={`${actClass} text-neg`} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
        {t('editing.trash')}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={t('editing.trashTitle', { title })}
          act={t('editing.trash')}
          onAct={() => void remove()}
          onClose={() => setConfirming(false)}
        >
          {t('editing.trashHelp')}
        </ConfirmDialog>
      )}
    </>
  )
}
