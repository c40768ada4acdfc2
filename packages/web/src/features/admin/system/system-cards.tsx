import type { System } from '@koedana/contract/system-info.ts'
import { useLingui } from '@lingui/react'
import { formatElapsed } from '../../../lib/elapsed.rules.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { useDashboardFormat } from '../dashboard-format.ts'
import { fractionOf } from './fractions.rules.ts'
import { Facts, SystemCard, UsageBar } from './system-card.tsx'

interface SystemCardsProps {
  readonly system: System
}

export function SystemCards({ system }: SystemCardsProps) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      <ProgramCard system={system} />
      <LoadCard system={system} />
      <DiskCard system={system} />
      <DatabaseCard system={system} />
      <CatalogueCard system={system} />
      <PeopleCard system={system} />
    </div>
  )
}

function ProgramCard({ system }: SystemCardsProps) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  return (
    <SystemCard title={t('system.program')}>
      <Facts
        facts={[
          { name: t('system.version'), value: system.version },
          { name: t('system.uptime'), value: formatElapsed(i18n.locale, system.uptime) },
          { name: t('system.startedAt'), value: format.instant(system.startedAt) },
          { name: 'Node.js', value: system.nodeVersion },
          { name: t('system.platform'), value: system.platform },
          { name: 'ffmpeg', value: system.ffmpeg ?? t('system.ffmpegMissing') },
        ]}
      />
    </SystemCard>
  )
}

function LoadCard({ system: { cpu, memory } }: SystemCardsProps) {
  const t = useT()
  const format = useFormat()
  const sizes = useDashboardFormat()
  const taken = memory.total - memory.free
  const oneDecimal = (value: number) => format.number(Math.round(value * 10) / 10)
  return (
    <SystemCard title={t('system.load')}>
      <UsageBar
        name={t('system.cpu')}
        share={fractionOf(cpu.used, cpu.cores)}
        text={t('system.cpuOf', { used: format.number(Math.round(cpu.used * 100) / 100), count: cpu.cores })}
      />
      <UsageBar
        name={t('system.memory')}
        share={fractionOf(taken, memory.total)}
        text={t('system.takenOf', { taken: sizes.size(taken), total: sizes.size(memory.total) })}
      />
      <Facts
        facts={[
          { name: t('system.threads'), value: format.number(cpu.threads) },
          { name: t('system.memoryOwn'), value: sizes.size(memory.process) },
          { name: t('system.loadAverage'), value: cpu.load.map(oneDecimal).join(' · ') },
        ]}
      />
    </SystemCard>
  )
}

function DiskCard({ system: { disk } }: SystemCardsProps) {
  const t = useT()
  const sizes = useDashboardFormat()
  const taken = disk.total - disk.free
  return (
    <SystemCard title={t('system.disk')}>
      <UsageBar
        name={t('system.diskTaken')}
        share={fractionOf(taken, disk.total)}
        text={t('system.takenOf', { taken: sizes.size(taken), total: sizes.size(disk.total) })}
      />
      <Facts
        facts={[
          { name: t('system.diskFree'), value: sizes.size(disk.free) },
          {
            name: t('system.covers'),
            value: disk.covers === null ? t('system.counting') : sizes.size(disk.covers),
          },
          ...disk.caches.map(({ name, size, most }) => ({
            name: t(`system.cache.${name}`),
            value:
              size === null
                ? t('system.counting')
                : t('system.takenOf', { taken: sizes.size(size), total: sizes.size(most) }),
          })),
        ]}
      />
    </SystemCard>
  )
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

function DatabaseCard({ system: { backup, database, index } }: SystemCardsProps) {
  const t = useT()
  const format = useFormat()
  const sizes = useDashboardFormat()
  return (
    <SystemCard title={t('system.database')}>
      <Facts
        facts={[
          { name: engines[database.engine], value: database.version },
          { name: t('system.size'), value: sizes.size(database.size) },
          {
            name: t('system.backup'),
            value: backup
              ? `${format.instant(backup.madeAt)} · ${sizes.size(backup.size)}`
              : t('system.backupNone'),
          },
          { name: t('system.indexWorks'), value: format.number(index.works) },
          { name: t('system.indexSize'), value: sizes.size(index.size) },
          { name: t('system.generation'), value: index.generation },
          { name: t('system.changesWaiting'), value: format.number(index.changesWaiting) },
        ]}
      />
    </SystemCard>
  )
}

function CatalogueCard({ system: { counts } }: SystemCardsProps) {
  const t = useT()
  const { number } = useFormat()
  return (
    <SystemCard title={t('system.catalogue')}>
      <Facts
        facts={[
          { name: t('system.works'), value: number(counts.works) },
          { name: t('system.playableWorks'), value: number(counts.playableWorks) },
          { name: t('system.tracks'), value: number(counts.tracks) },
          { name: t('system.missingTracks'), value: number(counts.missingTracks) },
          { name: t('filter.makers'), value: number(counts.makers) },
          { name: t('filter.series'), value: number(counts.series) },
          { name: t('filter.artists'), value: number(counts.artists) },
          { name: t('filter.illustrators'), value: number(counts.illustrators) },
          { name: t('filter.genres'), value: number(counts.genres) },
        ]}
      />
    </SystemCard>
  )
}

function PeopleCard({ system: { counts } }: SystemCardsProps) {
  const t = useT()
  const { number } = useFormat()
  return (
    <SystemCard title={t('system.people')}>
      <Facts
        facts={[
          { name: t('admin.users'), value: number(counts.users) },
          { name: t('system.guests'), value: number(counts.guests) },
          { name: t('system.sessions'), value: number(counts.sessions) },
        ]}
      />
    </SystemCard>
  )
}
