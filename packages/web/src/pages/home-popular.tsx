import type { WorkCard } from '@koedana/contract/works.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { homePeriod, homeQuery } from '../features/home/home-query.ts'
import { HomeSection } from '../features/home/home-section.tsx'
import { PeriodSwitch } from '../features/works/period-switch.tsx'
import { RankedList } from '../features/works/ranked-list.tsx'
import { useT } from '../lib/i18n.ts'

/**
 * `first` is what the page came with. While another period is under way the old list stays, dimmed.
 * Import it lazily: it stands at the end of the page.
 */
export function HomePopular({ first }: { readonly first: readonly WorkCard[] }) {
  const t = useT()
  const [period, setPeriod] = useState(homePeriod)
  const { data, isPlaceholderData } = useQuery({ ...homeQuery(period), placeholderData: keepPreviousData })
  const works = data?.popular ?? first
  return (
    <HomeSection
      title={t(`popular.${period}`)}
      more={{ to: '/rankings', search: { period } }}
      control={<PeriodSwitch value={period} onChange={setPeriod} />}
    >
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : undefined}>
        {works.length > 0 ? <RankedList works={works} /> : <p className="text-mut">{t('popular.empty')}</p>}
      </div>
    </HomeSection>
  )
}
