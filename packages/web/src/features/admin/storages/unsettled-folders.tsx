import {
  FolderReason,
  FolderState,
  folderReasons,
  folderStates,
  type UnsettledFolder,
} from '@koedana/contract/folders.ts'
import { page } from '@koedana/contract/values.ts'
import {
  IconArrowBackUp,
  IconEyeOff,
  IconFolderCheck,
  IconFolderOff,
  IconFolderQuestion,
  IconId,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { useT } from '../../../lib/i18n.ts'
import { lazyWords } from '../../../lib/lazy-words.ts'
import { useOnShown } from '../../../lib/use-on-shown.ts'
import { useSearchState } from '../../../lib/use-search-state.ts'
import { SegmentedControl } from '../../../ui/choices.tsx'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import { ChosenFolders } from './chosen-folders.tsx'
import {
  canBePlayed,
  unsettledAnchor,
  unsettledPerPage,
  unsettledQuery,
  useSettling,
} from './unsettled-query.ts'

const SettleDialog = lazy(() =>
  import('./settle-dialog.tsx').then(({ SettleDialog }) => ({ default: SettleDialog })),
)

export interface UnsettledFoldersProps {
  readonly hasSeveralStorages: boolean
  /** Called once the folders have loaded or failed to load. */
  readonly onShown: () => void
}

const useFolderWords = lazyWords({
  'zh-CN': () => import('../../../locales/folders/zh-CN.json'),
  'en-US': () => import('../../../locales/folders/en-US.json'),
  'ja-JP': () => import('../../../locales/folders/ja-JP.json'),
})

const Address = v.object({
  state: v.optional(FolderState),
  reason: v.optional(FolderReason),
  page: v.optional(page),
})

const none: ReadonlySet<string> = new Set()

/** Lists folders that a scan could not assign to a work, and the decisions about them. Load lazily: it has its own messages. */
export function UnsettledFolders({ hasSeveralStorages, onShown }: UnsettledFoldersProps) {
  useFolderWords()
  const t = useT()
  const [{ state = 'open', reason, page: requested = 1 }, change] = useSearchState(Address)
  const [chosen, setChosen] = useState(none)
  const [last, setLast] = useState(requested)
  // The last item of the last page may have been settled.
  const page = Math.min(requested, last)
  const { data, error, refetch } = useQuery(unsettledQuery({ state, reason, page }))
  const pages = data ? Math.max(1, Math.ceil(data.total / unsettledPerPage)) : Math.max(requested, last)
  if (pages !== last) setLast(pages)
  const isPending = !data && !error
  useOnShown(!isPending, onShown)
  const go = (patch: Parameters<typeof change>[0]) => {
    change({ page: undefined, ...patch })
    setChosen(none)
  }
  // A single folder needs no selection.
  const choosable = state === 'open' && data && data.items.length > 1 ? data.items : undefined
  const choose = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  return (
    <section id={unsettledAnchor} aria-label={t('unsettled.title')} className="mt-8 scroll-mt-20">
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="mr-auto min-w-48 flex-1">
          <h2 className="text-lg font-semibold tracking-tight">{t('unsettled.title')}</h2>
          <p className="max-w-prose text-[13px] text-pretty text-mut">{t('unsettled.help')}</p>
        </div>
        <SegmentedControl
          label={t('unsettled.which')}
          value={state}
          options={folderStates.map((value) => ({ value, label: t(`unsettledState.${value}`) }))}
          onChange={(next) => go({ state: next === 'open' ? undefined : next })}
        />
        {(reason !== undefined || (data?.total ?? 0) > 0) && (
          <SelectMenu
            label={t('unsettled.why')}
            value={reason ?? ''}
            options={[
              { value: '', label: t('unsettled.everyReason') },
              ...folderReasons.map((value) => ({ value, label: t(`unsettledWhy.${value}`) })),
            ]}
            onChange={(next) => go({ reason: next || undefined })}
          />
        )}
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {isPending && <Skeleton className="h-40 w-full rounded-card!" />}
      {data?.total === 0 && (
        <p className="flex items-center gap-2 rounded-card bg-sunken px-4 py-3 text-[13px] text-mut">
          <IconFolderCheck size={18} className="shrink-0" aria-hidden />
          {t(reason ? 'table.nothing' : `unsettledNone.${state}`)}
        </p>
      )}
      {choosable && <ChosenFolders folders={choosable} chosen={chosen} onChoose={setChosen} />}
      <ul className="grid gap-3">
        {data?.items.map((folder) => (
          <Folder
            key={folder.id}
            folder={folder}
            showsStorage={hasSeveralStorages}
            isChosen={chosen.has(folder.id)}
            onChoose={choosable && (() => choose(folder.id))}
          />
        ))}
      </ul>
      {data && (
        <Pager
          page={page}
          pageSize={unsettledPerPage}
          total={data.total}
          onChange={(next) => go({ page: next })}
        />
      )}
    </section>
  )
}

interface FolderProps {
  readonly folder: UnsettledFolder
  readonly showsStorage: boolean
  readonly isChosen: boolean
  /** Undefined if folders are not selectable. */
  readonly onChoose: (() => void) | undefined
}

function Folder({ folder, showsStorage, isChosen, onChoose }: FolderProps) {
  const t = useT()
  const format = useDashboardFormat()
  const { path, storageName, reason, fileCount, sizeBytes, decision } = folder
  const hasFiles = fileCount > 0
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4">
      {onChoose && (
        <label className="-m-3 grid size-11 shrink-0 cursor-pointer place-items-center sm:-mr-4">
          <input
            type="checkbox"
            className="size-4.5 accent-acc"
            aria-label={t('unsettled.choose', { name: path || t('unsettled.top') })}
            checked={isChosen}
            onChange={onChoose}
          />
        </label>
      )}
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-soft text-acc max-sm:hidden">
        {hasFiles ? <IconFolderQuestion size={18} aria-hidden /> : <IconFolderOff size={18} aria-hidden />}
      </span>
      <div className="min-w-0 flex-[1_1_18rem] text-[13px]">
        <h3 className="text-sm font-semibold wrap-anywhere">{path || t('unsettled.top')}</h3>
        <p className="text-mut wrap-anywhere">
          {[
            ...(showsStorage ? [storageName] : []),
            ...(hasFiles ? [t('unsettled.files', { count: fileCount }), format.size(sizeBytes)] : []),
          ].join(' · ')}
        </p>
        {!decision && <p className="mt-1 text-pretty">{t(`unsettledReason.${reason}`)}</p>}
        <AssignedWork folder={folder} />
      </div>
      {decision ? <UndoDecision folder={folder} /> : <SettleButtons folder={folder} />}
    </li>
  )
}

/** Shows the assigned or suggested work, with a link. */
function AssignedWork({ folder }: Pick<FolderProps, 'folder'>) {
  const t = useT()
  const { decision, workId, workName } = folder
  if (!decision && !canBePlayed(folder)) return null
  if (decision === 'ignored') return <p className="mt-1">{t('unsettledDecision.ignored')}</p>
  const words = decision ? t(`unsettledDecision.${decision}`) : t('unsettled.heardAs')
  if (!workId) return decision ? <p className="mt-1">{t('unsettled.nextScan')}</p> : null
  return (
    <p className="mt-1 wrap-anywhere">
      {words}{' '}
      <Link
        to="/work/$workId"
        params={{ workId }}
        className="font-medium text-acc underline-offset-4 hover:underline"
      >
        {workName === workId ? workId : `${workName} (${workId})`}
      </Link>
    </p>
  )
}

const button = 'btn pointer-coarse:h-11'

function SettleButtons({ folder }: Pick<FolderProps, 'folder'>) {
  const t = useT()
  const { settle, isBusy } = useSettling()
  const [requested, setRequested] = useState<'work' | 'own'>()
  return (
    <div className="flex flex-wrap gap-2">
      {canBePlayed(folder) && (
        <>
          <button type="button" className={button} disabled={isBusy} onClick={() => setRequested('work')}>
            <IconId size={16} aria-hidden />
            {t('unsettled.giveId')}
          </button>
          <button type="button" className={button} disabled={isBusy} onClick={() => setRequested('own')}>
            <IconFolderCheck size={16} aria-hidden />
            {t('unsettled.makeOwn')}
          </button>
        </>
      )}
      <button
        type="button"
        className={button}
        disabled={isBusy}
        onClick={() => void settle(folder, { decision: 'ignored' })}
      >
        <IconEyeOff size={16} aria-hidden />
        {t('unsettled.ignore')}
      </button>
      <Suspense>
        {requested && (
          <SettleDialog folder={folder} way={requested} onClose={() => setRequested(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

function UndoDecision({ folder }: Pick<FolderProps, 'folder'>) {
  const t = useT()
  const { takeBack, isBusy } = useSettling()
  return (
    <button type="button" className={button} disabled={isBusy} onClick={() => void takeBack(folder)}>
      <IconArrowBackUp size={16} aria-hidden />
      {t('unsettled.takeBack')}
    </button>
  )
}
