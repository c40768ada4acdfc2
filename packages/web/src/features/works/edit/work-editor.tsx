import { Dialog } from '@base-ui/react/dialog'
import { Tabs } from '@base-ui/react/tabs'
import { getWorkEdits, updateWork, type WorkMetadata } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { Work } from '@koedana/contract/works.ts'
import { IconX } from '@tabler/icons-react'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { useSettings } from '../../../lib/settings.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { changedFields, changesOf, type Draft, draftOf, type Faults, faultsOf } from './draft.rules.ts'
import { EditHistory } from './edit-history.tsx'
import { type Editor, EditorContext, fieldName } from './editor-context.ts'
import { EditorTab } from './editor-tab.tsx'
import { WorkFields } from './fields/work-fields.tsx'
import { WorkActs } from './work-acts.tsx'

export interface WorkEditorProps extends DraftState {
  readonly work: Work
  readonly onClose: () => void
}

export function WorkEditor({ work, onClose, ...typing }: WorkEditorProps) {
  const { data, error, refetch } = useQuery(workEditsQuery(work.id))
  if (data) return <OpenEditor metadata={data} onClose={onClose} {...typing} />
  return (
    <EditorDialog work={work} onClose={onClose}>
      <div className="p-5 sm:p-6">
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-96 rounded-card!" />
        )}
      </div>
    </EditorDialog>
  )
}

interface OpenEditorProps extends DraftState {
  readonly metadata: WorkMetadata
  readonly onClose: () => void
}

function OpenEditor({ metadata, onClose, ...typing }: OpenEditorProps) {
  const t = useT()
  const editing = useWorkEditor(metadata, typing)
  return (
    <EditorContext value={editing}>
      <EditorDialog
        work={metadata.work}
        onClose={onClose}
        acts={<WorkActs />}
        footer={
          <>
            <p className="mr-auto text-[13px] text-mut" aria-live="polite">
              {t('editing.changes', { count: editing.changes })}
            </p>
            <button
              type="button"
              className="btn h-10"
              disabled={editing.changes === 0}
              onClick={editing.discard}
            >
              {t('editing.discard')}
            </button>
            <button
              type="button"
              className="btn-primary"
              disabled={editing.isBusy || editing.changes === 0}
              onClick={() => void editing.save()}
            >
              {t('common.save')}
            </button>
          </>
        }
      >
        <Tabs.Root defaultValue="fields" className="flex min-h-0 flex-1 flex-col">
          <Tabs.List className="flex gap-1 border-b border-line px-4 sm:px-5">
            <EditorTab value="fields" label={t('editing.fields')} />
            <EditorTab value="history" label={t('editing.history')} count={metadata.edits.length} />
          </Tabs.List>
          <Tabs.Panel value="fields" className={panelClass}>
            <WorkFields />
          </Tabs.Panel>
          <Tabs.Panel value="history" className={panelClass}>
            <EditHistory />
          </Tabs.Panel>
        </Tabs.Root>
      </EditorDialog>
    </EditorContext>
  )
}

const panelClass = 'min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 -outline-offset-2 sm:p-6'

interface DraftState {
  readonly typed: Partial<Draft>
  readonly onType: (typed: Partial<Draft>) => void
}

export interface WorkEditing extends Editor {
  /** The number of fields with unsaved changes. */
  readonly changes: number
  readonly save: () => Promise<void>
  readonly discard: () => void
}

/** Returns the state and actions of the editor: the draft, saving it, and actions that are saved at once. */
function useWorkEditor(metadata: WorkMetadata, { typed, onType }: DraftState): WorkEditing {
  const t = useT()
  const client = useQueryClient()
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const stored = draftOf(metadata)
  const draft = { ...stored, ...typed }
  const params = { id: metadata.work.id }

  const act = async (request: Promise<WorkMetadata>, said: string): Promise<boolean> => {
    setBusy(true)
    try {
      await showEdited(client, await request)
      notify(said, 'positive')
      return true
    } catch (error) {
      // The client has shown the error; validation errors are also shown at their fields.
      if (error instanceof ApiError) setFaults(faultsOf(error.body?.fields))
      return false
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    const { values, faults: found } = changesOf(stored, draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const request = call(updateWork, { params, body: { values } })
    if (await act(request, t('message.metadataUpdated'))) onType({})
  }
  return {
    metadata,
    draft,
    faults,
    isBusy,
    act,
    save,
    changes: changedFields(stored, draft).length,
    change: (field, value) => onType({ ...typed, [field]: value }),
    release: (field) =>
      void act(
        call(updateWork, { params, body: { release: [field] } }),
        t('editing.backToSources', { field: fieldName(t, field) }),
      ),
    discard: () => {
      setFaults({})
      onType({})
    },
  }
}

const key = 'work-edits'

/** Loaded again whenever the editor opens, because other users edit, too. */
const workEditsQuery = (id: string) =>
  queryOptions({
    queryKey: [key, useSettings.getState().locale, id],
    queryFn: ({ signal }) => call(getWorkEdits, { params: { id } }, signal),
    staleTime: 0,
    // The stored values must not change during editing.
    refetchOnWindowFocus: false,
  })

/** Reloads everything else, because names, lists, counts and similar works may have changed. */
async function showEdited(client: QueryClient, metadata: WorkMetadata): Promise<void> {
  client.setQueryData(workEditsQuery(metadata.work.id).queryKey, metadata)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key })
}

interface EditorDialogProps {
  readonly work: Pick<Work, 'id' | 'title' | 'titleLanguage'>
  readonly onClose: () => void
  readonly children: ReactNode
  readonly acts?: ReactNode
  /** Stays at the bottom while the fields scroll. */
  readonly footer?: ReactNode
}

/** The dialog is as tall as possible, and fills the screen on phones. */
function EditorDialog({ work, onClose, children, acts, footer }: EditorDialogProps) {
  const t = useT()
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className={popupClass}>
          <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-2 sm:px-6">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-lg font-semibold tracking-tight">
                {t('menu.editMetadata')}
              </Dialog.Title>
              <Dialog.Description className="truncate text-[13px] text-mut">
                <span className="mr-2 tabular-nums">{work.id}</span>
                <span lang={work.titleLanguage || undefined}>{work.title}</span>
              </Dialog.Description>
            </div>
            <Dialog.Close className="btn-icon order-1 sm:order-2" aria-label={t('common.close')}>
              <IconX size={18} aria-hidden />
            </Dialog.Close>
            {acts && <div className="order-2 flex flex-wrap gap-2 max-sm:w-full sm:order-1">{acts}</div>}
          </header>
          {children}
          {footer && (
            <footer className="flex flex-wrap items-center gap-2 border-t border-line px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const popupClass = [
  'fixed z-50 flex flex-col bg-surface shadow-float outline-none',
  'transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0',
  'max-sm:inset-0',
  'sm:top-1/2 sm:left-1/2 sm:h-[min(92dvh,56rem)] sm:w-[min(56rem,calc(100vw-2rem))] sm:-translate-1/2',
  'sm:rounded-3xl sm:border sm:border-line',
].join(' ')
