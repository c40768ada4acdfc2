import { getSystem, type KernelState, type System } from '@koedana/contract/system-info.ts'
import { useLingui } from '@lingui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'
import { formatElapsed } from '../../../lib/elapsed.rules.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/page.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import { SectionHead } from '../section-head.tsx'

const everyMs = 30_000

/** Four key figures; empty if they fail to load. */
export function SystemFigures() {
  const { data, error } = useQuery({ ...systemQuery(), refetchInterval: everyMs })
  return error && !data ? null : <Figures system={data} />
}

function Figures({ system }: { readonly system: System | undefined }) {
  const t = useT()
  const format = useFormat()
  const sizes = useDashboardFormat()
  const { i18n } = useLingui()
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure name={t('system.version')} value={system?.version} />
      <Figure name={t('system.uptime')} value={system && formatElapsed(i18n.locale, system.uptime)} />
      <Figure name={t('system.diskFree')} value={system && sizes.size(system.disk.free)} />
      <Figure name={t('system.works')} value={system && format.number(system.counts.works)} />
    </dl>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-[12.5px] text-mut">{name}</dt>
      <dd className="text-[17px] font-semibold tracking-tight">
        {value ?? <Skeleton className="mt-1 h-5 w-20" />}
      </dd>
    </div>
  )
}

const reasons = {
  missing: 'system.kernelMissing',
  stale: 'system.kernelStale',
  unusable: 'system.kernelUnusable',
} as const

/** Empty while the index uses its compiled kernels. */
export function KernelNotice({ state }: { readonly state: KernelState }) {
  const t = useT()
  if (state === 'compiled') return null
  return (
    <p role="status" className="mb-4 rounded-card bg-soft p-4 text-sm">
      {t(reasons[state])} {t('system.kernelHelp')}
    </p>
  )
}

/** The polling interval while the page is visible. */
export const systemEveryMs = 5_000

export const systemQuery = () =>
  queryOptions({ queryKey: ['admin', 'system'], queryFn: ({ signal }) => call(getSystem, {}, signal) })

/** The recent warnings and errors of the server, the latest first. */
export function RecentErrors({ errors }: { readonly errors: System['recentErrors'] }) {
  const t = useT()
  const format = useFormat()
  return (
    <section aria-label={t('system.recentErrors')} className="mt-8">
      <SectionHead title={t('system.recentErrors')} help={t('system.recentErrorsHelp')} />
      {errors.length === 0 ? (
        <p className="rounded-card border border-dashed border-line p-5 text-sm text-mut">
          {t('system.recentErrorsNone')}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
          {errors.map(({ at, level, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same error may be logged twice within a millisecond
            <li key={`${at} ${index}`} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-3">
              <span className={level === 'warn' ? 'font-medium' : 'font-medium text-neg'}>
                {t(`logLevel.${level}`)}
              </span>
              <time dateTime={at} className="text-mut">
                {format.instant(at)}
              </time>
              <span className="min-w-0 basis-full break-words sm:flex-1 sm:basis-0">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
