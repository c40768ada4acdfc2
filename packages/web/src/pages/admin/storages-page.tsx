import type { Storage } from '@koedana/contract/storages.ts'
import { IconPlus, IconServer2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ScanWaitNote, StorageCard } from '../../features/admin/storages/storage-card.tsx'
import { isReadBy, storagesKey, storagesQuery } from '../../features/admin/storages/storages-query.ts'
import { isAtWork } from '../../features/admin/tasks/task.rules.ts'
import { latestQuery, useLiveTasks } from '../../features/admin/tasks/tasks-query.tsx'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'

const StorageDialog = lazy(() =>
  import('../../features/admin/storages/storage-dialog.tsx').then(({ StorageDialog }) => ({
    default: StorageDialog,
  })),
)

const linkedDrives = () => import('../../features/admin/drives/linked-drives.tsx')
const LinkedDrives = lazy(async () => ({ default: (await linkedDrives()).LinkedDrives }))

const DemoNote = lazy(() =>
  import('../../features/scan/demo-works.tsx').then(({ DemoNote }) => ({ default: DemoNote })),
)

const UnsettledFolders = lazy(() =>
  import('../../features/admin/storages/unsettled-folders.tsx').then(({ UnsettledFolders }) => ({
    default: UnsettledFolders,
  })),
)

/** The storages: their state, the result of their last scan, and their actions. */
export function StoragesPage() {
  const t = useT()
  const [editing, setEditing] = useState<Storage | 'new'>()
  const { data, error, refetch } = useQuery(storagesQuery())
  const task = useSync()
  // Sections that load late are shown from top to bottom, to avoid layout shifts.
  const [hasFolders, setFolders] = useState(false)
  const [hasDrives, setDrives] = useState(false)
  // Preloaded, because the page shows them only after the sections above.
  useEffect(() => void linkedDrives().catch(() => undefined), [])
  useDocumentTitle(t('admin.storages'))
  const items = data?.items ?? []
  const hasScanned = items.some(({ lastScan }) => lastScan !== null)
  const readsOne = task !== undefined && items.some((storage) => isReadBy(task, storage))
  const add = (
    <button type="button" className="btn-primary pointer-coarse:h-11" onClick={() => setEditing('new')}>
      <IconPlus size={17} aria-hidden />
      {t('storages.add')}
    </button>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="mr-auto min-w-48 flex-1">
          <h1 className="text-[22px] font-bold tracking-tight">{t('admin.storages')}</h1>
          <p className="max-w-prose text-[13px] text-pretty text-mut">{t('storages.help')}</p>
        </div>
        {items.length > 0 && add}
      </div>
      {task && !readsOne && items.length > 0 && <ScanWaitNote task={task} />}
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-52 w-full rounded-card!" />}
      {data?.items.length === 0 && (
        <EmptyState title={t('storages.none')} icon={<IconServer2 size={26} aria-hidden />}>
          <p>{t('storages.noneHelp')}</p>
          {add}
        </EmptyState>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {items.map((storage) => (
          <StorageCard
            key={storage.id}
            storage={storage}
            task={task && isReadBy(task, storage) ? task : undefined}
            onEdit={() => setEditing(storage)}
          />
        ))}
      </div>
      <Suspense>
        {hasScanned && (
          <UnsettledFolders hasSeveralStorages={items.length > 1} onShown={() => setFolders(true)} />
        )}
      </Suspense>
      <Suspense>
        {(hasDrives || ((data || error) && (hasFolders || !hasScanned))) && (
          <LinkedDrives onShown={() => setDrives(true)} />
        )}
      </Suspense>
      <Suspense>{hasDrives && <DemoNote />}</Suspense>
      <Suspense>
        {editing && (
          <StorageDialog
            storage={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Returns the running sync task with live updates. Reloads the storages when it ends or enters the next phase. */
function useSync() {
  const client = useQueryClient()
  const refetchInterval = useLiveTasks()
  const { data } = useQuery({ ...latestQuery('sync_works'), refetchInterval })
  const task = data && isAtWork(data) ? data : undefined
  const stage = `${data?.id} ${data?.status} ${data?.phase}`
  useEffect(() => {
    if (stage) void client.invalidateQueries({ queryKey: storagesKey })
  }, [client, stage])
  return task
}
