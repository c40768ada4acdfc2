import type { System } from '@koedana/contract/machine.ts'
import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { elapsed } from '../../../lib/elapsed.rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDashboardFormat } from '../dashboard-format.ts'
import { systemQuery } from './system-query.ts'

const everyMs = 30_000

/** Four figures at a glance; where they cannot be had, the page does without them. */
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
      <Figure name={t('system.uptime')} value={system && elapsed(i18n.locale, system.uptime)} />
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
