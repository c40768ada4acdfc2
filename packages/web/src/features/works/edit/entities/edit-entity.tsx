import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { compactButton } from '../compact-button.ts'
import { useEditingWords } from '../editing-words.ts'
import { useEditHash } from '../use-edit-hash.ts'
import type { EditEntityProps } from './merge-form.tsx'

const EntityDialog = lazy(() =>
  import('./entity-dialog.tsx').then(({ EntityDialog }) => ({ default: EntityDialog })),
)

/** A button for administrators that opens the dialog to rename or merge an entity. */
export function EditEntity({ kind, entity }: EditEntityProps) {
  useEditingWords()
  const t = useT()
  const { isOpen, open, close } = useEditHash()
  return (
    <>
      <button type="button" className={compactButton} aria-label={t('common.edit')} onClick={open}>
        <IconPencil size={16} aria-hidden />
        <span className="max-md:hidden">{t('common.edit')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <EntityDialog kind={kind} entity={entity} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
