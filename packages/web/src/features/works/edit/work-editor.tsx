import { Tabs } from '@base-ui/react/tabs'
import type { WorkMetadata } from '@koedana/contract/editing.ts'
import type { Work } from '@koedana/contract/works.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { EditHistory } from './edit-history.tsx'
import { EditorContext } from './editor-context.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorTab } from './editor-tab.tsx'
import { WorkFields } from './fields/work-fields.tsx'
import { type Typing, useWorkEditor, workEditsQuery } from './use-work-editor.ts'
import { WorkActs } from './work-acts.tsx'

export interface WorkEditorProps extends Typing {
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

interface OpenEditorProps extends Typing {
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
