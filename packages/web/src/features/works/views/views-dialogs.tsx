/** Dialogs to save a filter as a view, and to edit views. Load lazily. */
import { maxViewNameLength, type SavedView } from '@koedana/contract/views.ts'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useHomeWords } from '../../../domain/home-words.ts'
import {
  addView,
  deleteViewOptimistically,
  renameView,
  reorderViews,
  restoreDeletedView,
  viewsQuery,
} from '../../../domain/views-query.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { useAutosave } from '../../../lib/use-autosave.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { viewSearchOf } from './view-address.rules.ts'

export interface NameDialogProps {
  readonly search: WorksSearch
  readonly onClose: () => void
}

export function NameDialog({ search, onClose }: NameDialogProps) {
  const t = useT()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return
    setBusy(true)
    try {
      await addView(wanted, viewSearchOf(search))
      notify(t('views.kept', { name: wanted }), 'positive')
      onClose()
    } catch {
      // The client has shown the error.
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('views.save')}
      act={t('common.save')}
      isBusy={isBusy || name.trim() === ''}
      onSubmit={(event) => void save(event)}
      onClose={onClose}
    >
      <Field
        label={t('views.name')}
        value={name}
        maxLength={maxViewNameLength}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}

/** Renames, reorders and deletes saved views. */
export function ViewsDialog({ onClose }: { readonly onClose: () => void }) {
  useHomeWords()
  const t = useT()
  const { data } = useQuery(viewsQuery())
  const views = data?.items ?? []
  const ids = views.map(({ id }) => id)
  const move = (at: number, by: 1 | -1) => {
    const moved = ids.toSpliced(at, 1)
    void reorderViews(moved.toSpliced(at + by, 0, ids[at] ?? ''))
  }
  return (
    <Sheet open onClose={onClose} title={t('views.title')}>
      {data && views.length === 0 && <p className="text-mut">{t('views.none')}</p>}
      <ul className="flex flex-col gap-2">
        {views.map((view, at) => (
          <li key={view.id} className="flex items-center gap-1">
            <NameField view={view} />
            <button
              type="button"
              className="btn-icon"
              aria-label={t('home.moveUp', { name: view.name })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconChevronUp size={17} aria-hidden />
            </button>
            <button
              type="button"
              className="btn-icon"
              aria-label={t('home.moveDown', { name: view.name })}
              disabled={at === views.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconChevronDown size={17} aria-hidden />
            </button>
            <button
              type="button"
              className="btn-icon"
              aria-label={t('views.delete', { name: view.name })}
              onClick={() => void removeWithUndo(view, t)}
            >
              <IconTrash size={17} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

async function removeWithUndo({ id, name }: SavedView, t: ReturnType<typeof useT>): Promise<void> {
  if (!(await deleteViewOptimistically(id))) return
  const run = () => void restoreDeletedView(id).catch(() => undefined)
  notify(t('views.deleted', { name }), 'info', { label: t('common.undo'), run })
}

/** An empty name is not saved. A name that the server rejects stays in the field. */
function NameField({ view: { id, name } }: { readonly view: SavedView }) {
  const t = useT()
  const { value, change, commit } = useAutosave({
    stored: name,
    save: (wanted) => renameView(id, wanted),
    isValid: (text) => text !== '',
  })
  return (
    <input
      className="input min-w-0 flex-1 pointer-coarse:h-11"
      aria-label={t('views.rename', { name })}
      value={value}
      maxLength={maxViewNameLength}
      onChange={({ target }) => change(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}
