import type { WorkCard } from '@koedana/contract/works.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { PeriodSwitch } from '../works/period-switch.tsx'
import { RankedList } from '../works/ranked-list.tsx'
import { homePeriod, homeQuery } from './home-query.ts'
import { HomeSection } from './home-section.tsx'

/**
 * `first` is what the page came with. While another period is under way the old list stays, dimmed.
 * Import it lazily: it stands at the end of the page.
 */
export function Popular({ first }: { readonly first: readonly WorkCard[] }) {
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
