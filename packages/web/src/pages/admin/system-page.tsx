import { AuditAct, type AuditEntry, auditActs, listAudit } from '@koedana/contract/audit.ts'
import { page } from '@koedana/contract/values.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import { useAuditWords } from '../../domain/audit-words.ts'
import { SectionHead } from '../../features/admin/section-head.tsx'
import { SystemCards } from '../../features/admin/system/system-cards.tsx'
import {
  KernelNotice,
  RecentErrors,
  systemEveryMs,
  systemQuery,
} from '../../features/admin/system/system-figures.tsx'
import { PendingWorks } from '../../features/scan/pending-works.tsx'
import { useFormat, useT } from '../../lib/i18n.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { DebouncedField } from '../../ui/debounced-field.tsx'
import { ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { type Column, Table, TableSkeleton } from '../../ui/table.tsx'

/** The state of the server. While the server cannot be reached, the last known state is shown dimmed. */
export function SystemPage() {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...systemQuery(), refetchInterval: systemEveryMs })
  useDocumentTitle(t('admin.system'))
  return (
    <>
      <h1 className="mb-4 text-[22px] font-bold tracking-tight">{t('admin.system')}</h1>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {error && data && (
        <p role="status" className="mb-4 rounded-card bg-soft p-4 text-sm">
          {t('system.stale')}
        </p>
      )}
      {!error && !data && <Skeleton className="h-96 w-full rounded-card!" />}
      {data && (
        <div className={error ? 'opacity-60' : undefined}>
          <KernelNotice state={data.index.kernel} />
          <PendingWorks />
          <SystemCards system={data} />
          <RecentErrors errors={data.recentErrors} />
        </div>
      )}
      <Suspense>
        <AuditLog />
      </Suspense>
    </>
  )
}

const Address = v.object({ act: v.optional(AuditAct), q: v.optional(v.string()), page: v.optional(page) })

/** Logins, login attempts and administrator actions, the latest first. */
function AuditLog() {
  useAuditWords()
  const t = useT()
  const columns = useColumns()
  const [{ act, q = '', page = 1 }, change] = useSearchState(Address)
  const { data, error, refetch } = useQuery(auditQuery({ act, q, page }))
  return (
    <section className="mt-8">
      <SectionHead title={t('audit.title')} help={t('audit.help')}>
        <DebouncedField
          label={t('audit.find')}
          className="w-full sm:w-56"
          value={q}
          onChange={(next) => change({ q: next || undefined, page: undefined })}
        />
        <SelectMenu
          label={t('audit.act')}
          value={act ?? ''}
          options={[
            { value: '', label: t('audit.everything') },
            ...auditActs.map((value) => ({ value, label: t(`auditAct.${value}`) })),
          ]}
          onChange={(next) => change({ act: next || undefined, page: undefined })}
        />
      </SectionHead>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data?.total === 0 && (
        <p className="rounded-card border border-dashed border-line p-5 text-sm text-mut">
          {t(act === undefined && q === '' ? 'audit.none' : 'table.nothing')}
        </p>
      )}
      {data && data.total > 0 && (
        <>
          <Table
            label={t('audit.title')}
            columns={columns}
            rows={data.items}
            keyOf={({ id }) => String(id)}
          />
          <Pager
            page={page}
            pageSize={auditPerPage}
            total={data.total}
            onChange={(next) => change({ page: next })}
          />
        </>
      )}
    </section>
  )
}

function useColumns(): readonly Column<AuditEntry>[] {
  const t = useT()
  const format = useFormat()
  return [
    {
      key: 'act',
      title: t('audit.act'),
      cell: ({ act }) => (
        <span
          className={act === 'signInFailed' || act === 'limited' ? 'font-medium text-neg' : 'font-medium'}
        >
          {t(`auditAct.${act}`)}
        </span>
      ),
    },
    { key: 'who', title: t('audit.who'), cell: ({ username }) => username ?? <Nothing /> },
    {
      key: 'address',
      title: t('audit.address'),
      cell: ({ address }) =>
        address === '' ? t('audit.commandLine') : <code className="text-[13px]">{address}</code>,
    },
    {
      key: 'at',
      title: t('audit.at'),
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {format.instant(at)}
        </time>
      ),
    },
    {
      key: 'detail',
      title: t('audit.detail'),
      cell: ({ detail }) =>
        detail === '' ? <Nothing /> : <code className="text-[13px] break-all">{detail}</code>,
    },
  ]
}

const Nothing = () => <span className="text-mut">–</span>

const auditPerPage = 25

interface AuditPage {
  readonly act: AuditAct | undefined
  readonly q: string
  readonly page: number
}

const auditQuery = ({ act, q, page }: AuditPage) =>
  queryOptions({
    queryKey: ['admin', 'audit', act, q, page],
    queryFn: ({ signal }) =>
      call(listAudit, { query: { act, q: q || undefined, page, pageSize: auditPerPage } }, signal),
    placeholderData: keepPreviousData,
  })
