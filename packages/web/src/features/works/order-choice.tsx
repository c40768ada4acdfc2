import { IconArrowsShuffle } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { newSeed } from './random-seed.ts'
import { PeriodNote, PeriodSwitch } from './ranked-list.tsx'
import type { WorksHeadProps } from './works-head.tsx'

type OrderChoiceProps = Pick<WorksHeadProps, 'search' | 'counts' | 'onChange'>

/** Extra controls of two orders: another shuffle, or the period of the ranking. */
export function OrderChoice({ search, counts, onChange }: OrderChoiceProps) {
  const t = useT()
  if (search.sort === 'random') {
    return (
      <button type="button" className="btn" onClick={() => onChange({ seed: newSeed() })}>
        <IconArrowsShuffle size={17} aria-hidden />
        {t('works.shuffle')}
      </button>
    )
  }
  const period = search.period ?? 'weekly'
  return (
    <>
      <PeriodSwitch value={period} onChange={(next) => onChange({ period: next })} />
      {counts?.popularPeriod !== undefined && counts.total > 0 && (
        <PeriodNote requested={period} summary={counts.popularPeriod} />
      )}
    </>
  )
}
