import type { LastScan, Storage, StorageHealth } from '@koedana/contract/storages.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import { useLingui } from '@lingui/react'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconFolder,
  IconFolderQuestion,
  IconHourglass,
  IconPencil,
  IconPlugConnected,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import { TaskProgress } from '../tasks/task-status.tsx'
import { formatAgo } from './relative-time.rules.ts'
import { useStorageTest } from './storage-test.ts'
import { StorageWatching } from './storage-watching.tsx'
import { addressOf, nameOf, useStorageActs } from './storages-query.ts'
import { unsettledAnchor } from './unsettled-query.ts'

const TestSteps = lazy(() => import('./test-steps.tsx').then(({ TestSteps }) => ({ default: TestSteps })))

export interface StorageCardProps {
  readonly storage: Storage
  readonly task: Task | undefined
  readonly onEdit: () => void
}

/** Shows one storage: its location, its health, the result of its last scan, and its actions. */
export function StorageCard({ storage, task, onEdit }: StorageCardProps) {
  const t = useT()
  const { change, scan } = useStorageActs()
  const test = useStorageTest(storage.settings)
  const { id, enabled } = storage
  const name = nameOf(storage)
  return (
    <section aria-label={name} className="min-w-0 rounded-card border border-line bg-surface p-5">
      <header className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft text-acc">
          <IconFolder size={20} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-[15px] font-semibold wrap-anywhere">{name}</h2>
          <p className="text-[12.5px] wrap-anywhere text-mut">
            {[t(`storageKind.${storage.settings.kind}`), addressOf(storage)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Switch
          label={t('storages.onName', { name })}
          isOn={enabled}
          onChange={(isOn) => void change(id, { enabled: isOn })}
        />
      </header>
      <div className="mt-3 flex flex-col gap-2 text-[13px]">
        <Health storage={storage} />
        <Space storage={storage} />
        {task ? <TaskProgress task={task} /> : <LastScanLine storage={storage} />}
        {enabled && storage.scanWaits && (
          <p className="flex items-center gap-1.5 font-medium">
            <IconHourglass size={16} className="shrink-0 text-mut" aria-hidden />
            {t('storages.scanWaits')}
          </p>
        )}
        <StorageWatching storage={storage} />
        <UnsettledLink storage={storage} />
        {test.result && (
          <Suspense>
            <TestSteps result={test.result} />
          </Suspense>
        )}
      </div>
      <footer className="mt-4 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn pointer-coarse:h-11"
          disabled={!enabled || task !== undefined || storage.scanWaits}
          onClick={() => void scan(id)}
        >
          <IconRefresh size={16} aria-hidden />
          {t('storages.scan')}
        </button>
        <button
          type="button"
          className="btn pointer-coarse:h-11"
          disabled={test.isBusy}
          onClick={() => test.run({ id })}
        >
          <IconPlugConnected size={16} aria-hidden />
          {t(test.isBusy ? 'storages.testing' : 'storages.test')}
        </button>
        {/* Keeps the two buttons on one line. */}
        <div className="ml-auto flex gap-2">
          <button
            type="button"
            className="btn-icon pointer-coarse:size-11"
            aria-label={t('storages.editName', { name })}
            onClick={onEdit}
          >
            <IconPencil size={18} aria-hidden />
          </button>
          <RemoveStorage storage={storage} />
        </div>
      </footer>
    </section>
  )
}

/** Shows the health as text with an icon, not by color only, and a hint below. */
function Health({ storage: { enabled, health } }: Pick<StorageCardProps, 'storage'>) {
  const t = useT()
  const format = useFormat()
  const { icon: Icon, className } = enabled ? lookOf(health.state) : looks.off
  const isTrouble = enabled && className === looks.trouble.className
  return (
    <div>
      <p className={clsx('flex flex-wrap items-center gap-1.5 font-medium', className)}>
        <Icon size={16} className="shrink-0" aria-hidden />
        {t(enabled ? `storageHealth.${health.state}` : 'storages.off')}
        {isTrouble && health.since && (
          <span className="font-normal text-mut">
            {t('storages.since', { at: format.instant(health.since) })}
          </span>
        )}
      </p>
      {isTrouble && <p className="mt-0.5 text-pretty text-mut">{t(`storageHealthHelp.${health.state}`)}</p>}
    </div>
  )
}

/** Shows the used space. For a cloud drive it covers the whole account. */
function Space({ storage: { space } }: Pick<StorageCardProps, 'storage'>) {
  const t = useT()
  const format = useDashboardFormat()
  if (!space) return null
  const { usedBytes, totalBytes } = space
  return (
    <p className="text-mut">
      {t('storages.space', { used: format.size(usedBytes), total: format.size(totalBytes) })}
    </p>
  )
}

const looks = {
  good: { icon: IconCircleCheck, className: 'text-pos' },
  unknown: { icon: IconCircleDashed, className: 'text-mut' },
  off: { icon: IconCircleMinus, className: 'text-mut' },
  trouble: { icon: IconAlertTriangle, className: 'text-neg' },
} as const

const lookOf = (state: StorageHealth) =>
  state === 'available' ? looks.good : state === 'unknown' ? looks.unknown : looks.trouble

/** Shows a text such as `3 minutes ago: 12 works, 240 files, 2 skipped`. */
function LastScanLine({ storage }: Pick<StorageCardProps, 'storage'>) {
  const t = useT()
  const { i18n } = useLingui()
  const { lastScan: last, fileCount, workCount } = storage
  if (!last) return <p className="text-mut">{t('storages.neverScanned')}</p>
  const values = {
    at: formatAgo(i18n.locale, last.at, new Date()),
    works: last.works.found,
    files: last.files.found,
    skipped: last.skipped,
  }
  const counts = last.state === 'mounted' ? countedIn(last).filter(({ count }) => count > 0) : []
  return (
    <>
      <p>
        {last.state === 'mounted'
          ? t('storages.lastScan', values)
          : t('storages.lastScanFailed', { at: values.at })}
      </p>
      {last.state === 'mounted' && (
        <p className="text-mut">
          {counts.length === 0
            ? t('storages.nothingChanged')
            : counts.map(({ key, count }) => t(key, { count })).join(' · ')}
        </p>
      )}
      {last.state !== 'mounted' && fileCount > 0 && (
        <p className="text-mut">{t('storages.kept', { works: workCount, files: fileCount })}</p>
      )}
      <MissingFilesWarning storage={storage} />
    </>
  )
}

/** What a scan found, works first. */
const countedIn = ({ works, files }: LastScan) =>
  [
    { key: 'storages.worksAdded', count: works.added },
    { key: 'storages.worksChanged', count: works.changed },
    { key: 'storages.worksMissing', count: works.missing },
    { key: 'storages.filesAdded', count: files.added },
    { key: 'storages.filesChanged', count: files.changed },
    { key: 'storages.filesMoved', count: files.moved },
    { key: 'storages.filesMissing', count: files.missing },
  ] as const

/** Links to the folders that need a decision. */
function UnsettledLink({ storage: { unsettledCount: count } }: Pick<StorageCardProps, 'storage'>) {
  const t = useT()
  if (count === 0) return null
  return (
    <Link
      to="/admin/storages"
      hash={unsettledAnchor}
      className="flex items-center gap-1.5 self-start font-medium text-acc underline-offset-4 hover:underline pointer-coarse:py-3"
    >
      <IconFolderQuestion size={16} className="shrink-0" aria-hidden />
      {t('storages.unsettled', { count })}
    </Link>
  )
}

/** Shown if a scan did not accept missing files as deleted, for example because the storage was empty. Lets the user confirm the loss. */
function MissingFilesWarning({ storage }: Pick<StorageCardProps, 'storage'>) {
  const t = useT()
  const { scan } = useStorageActs()
  const [isConfirming, setConfirming] = useState(false)
  const { lastScan: last, enabled } = storage
  const held = last?.files.held ?? 0
  if (!enabled || (held === 0 && last?.state !== 'emptied' && last?.state !== 'notMounted')) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {held > 0 && <p className="text-neg">{t('storages.held', { count: held })}</p>}
      <button
        type="button"
        className="font-medium text-acc underline-offset-4 hover:underline pointer-coarse:py-3"
        onClick={() => setConfirming(true)}
      >
        {t('storages.onPurpose')}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('storages.onPurposeTitle')}
            act={t('storages.onPurposeAct')}
            onAct={() => void scan(storage.id, true)}
            onClose={() => setConfirming(false)}
          >
            {t('storages.onPurposeHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}

function RemoveStorage({ storage }: Pick<StorageCardProps, 'storage'>) {
  const t = useT()
  const { remove } = useStorageActs()
  const [isConfirming, setConfirming] = useState(false)
  const name = nameOf(storage)
  return (
    <>
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('storages.removeName', { name })}
        onClick={() => setConfirming(true)}
      >
        <IconTrash size={18} aria-hidden />
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('storages.removeTitle', { name })}
            act={t('storages.remove')}
            onAct={() => void remove(storage.id)}
            onClose={() => setConfirming(false)}
          >
            {t('storages.removeHelp', { count: storage.fileCount })}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** Links to the task that currently runs instead. */
export function ScanWaitNote({ task }: { readonly task: Task }) {
  const t = useT()
  return (
    <p className="mb-4 rounded-card bg-sunken px-4 py-3 text-[13px] text-mut">
      {t('storages.waits')}{' '}
      <Link
        to="/admin/tasks/$taskId"
        params={{ taskId: task.id }}
        className="font-medium text-acc underline-offset-4 hover:underline"
      >
        {t('tasks.report')}
      </Link>
    </p>
  )
}
