import type { getHome } from '@koedana/contract/home.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InferOutput } from 'valibot'
import { homePeriod, homeQuery } from '../features/home/home-query.ts'
import { HomeSection } from '../features/home/home-section.tsx'
import { rankedOf } from '../features/works/ranked.rules.ts'
import { PeriodNote, PeriodSwitch, RankedList } from '../features/works/ranked-list.tsx'
import { useT } from '../lib/i18n.ts'

/**
 * `first` is what the page came with. While another period is under way the old list stays, dimmed. Nothing at all where
 * no sales are known. Import it lazily: it stands at the end of the page.
 */
export function HomePopular({ first }: { readonly first: InferOutput<typeof getHome.response> }) {
  const t = useT()
  const [requested, setRequested] = useState(homePeriod)
  const { data = first, isPlaceholderData } = useQuery({
    ...homeQuery(requested),
    placeholderData: keepPreviousData,
  })
  const ranked = rankedOf({ ...data, items: data.popular })
  if (ranked.period === null) return null
  return (
    <HomeSection
      title={t(`popular.${ranked.period}`)}
      more={{ to: '/rankings', search: { period: requested } }}
      control={<PeriodSwitch value={requested} onChange={setRequested} />}
    >
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : undefined}>
        {!isPlaceholderData && <PeriodNote requested={requested} summary={ranked.period} />}
        <RankedList ranked={ranked} />
      </div>
    </HomeSection>
  )
}
