/** A scan under way, as administrators are shown it on the pages of works. */
import type { Task } from '@koedana/contract/tasks.ts'
import { IconFolderSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAdminWords } from '../../lib/admin-words.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

interface ScanProps {
  readonly scan: Task
}

/** Instead of a page that has nothing yet. */
export function ScanPage({ scan, heading }: ScanProps & { readonly heading: 'h1' | 'h2' }) {
  useAdminWords()
  const t = useT()
  return (
    <EmptyState title={t('scan.title')} icon={<IconFolderSearch size={28} aria-hidden />} heading={heading}>
      <p>{t('scan.help')}</p>
      <div className="flex w-80 max-w-full flex-col gap-2">
        <ProgressBar label={t('scan.title')} share={null} />
        <Current scan={scan} />
      </div>
      <TaskLink scan={scan} />
    </EmptyState>
  )
}

/** A banner above works that are here already. */
export function ScanBanner({ scan }: ScanProps) {
  useAdminWords()
  const t = useT()
  return (
    <aside className="mt-4 flex flex-col gap-2.5 rounded-card bg-soft px-5 py-4 text-left text-sm">
      <div className="flex items-center gap-3">
        <IconFolderSearch size={19} className="shrink-0 text-acc" aria-hidden />
        <p className="min-w-0 flex-1 font-semibold">{t('scan.title')}</p>
        <TaskLink scan={scan} />
      </div>
      <ProgressBar label={t('scan.title')} share={null} />
      <Current scan={scan} />
    </aside>
  )
}

/** Its end says more than its beginning. */
const Current = ({ scan: { current } }: ScanProps) => (
  <p className="h-5 truncate text-[12.5px] text-mut" dir="rtl" title={current ?? undefined}>
    <bdi>{current}</bdi>
  </p>
)

function TaskLink({ scan: { id } }: ScanProps) {
  const t = useT()
  return (
    <Link to="/admin/tasks/$taskId" params={{ taskId: id }} className="btn shrink-0">
      {t('scan.details')}
    </Link>
  )
}
