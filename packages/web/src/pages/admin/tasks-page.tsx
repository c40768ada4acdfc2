import { ScheduleSection } from '../../features/admin/schedules/schedule-section.tsx'
import { SystemFigures } from '../../features/admin/system/system-figures.tsx'
import { KindCards } from '../../features/admin/tasks/kind-cards.tsx'
import { TaskHistory } from '../../features/admin/tasks/task-history.tsx'
import { useLiveTasks } from '../../features/admin/tasks/use-live-tasks.ts'
import { useT } from '../../lib/i18n.ts'
import { useDocumentTitle } from '../../ui/page.tsx'

/** Shows tasks at work, tasks to start, schedules, and the history. */
export function TasksPage() {
  const t = useT()
  const refetchInterval = useLiveTasks()
  useDocumentTitle(t('admin.tasks'))
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <h1 className="text-[22px] font-bold tracking-tight">{t('admin.tasks')}</h1>
        <SystemFigures />
        <KindCards refetchInterval={refetchInterval} />
      </header>
      <ScheduleSection />
      <TaskHistory refetchInterval={refetchInterval} />
    </div>
  )
}
