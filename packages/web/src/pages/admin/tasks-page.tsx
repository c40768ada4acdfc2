import { useDocumentTitle } from '../../lib/document-title.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** How works come in, as long as it is done on the server's command line. */
export function TasksPage() {
  const t = useT()
  useDocumentTitle(t('admin.tasks'))
  return (
    <>
      <h1 className="text-[22px] font-bold tracking-tight">{t('admin.tasks')}</h1>
      <EmptyState title={t('tasks.none')}>
        <p>{t('tasks.noneHelp')}</p>
        <pre className="w-full overflow-x-auto rounded-card bg-sunken p-4 text-left text-[13px]">
          {'koedana scan /path/to/works --age all\nkoedana import catalogue.jsonl.gz'}
        </pre>
      </EmptyState>
    </>
  )
}
