import type { Period } from '@koedana/contract/values.ts'
import { useT } from '../../lib/i18n.ts'

export interface PeriodNoteProps {
  readonly asked: Period
  /** What the order really goes by; null where no sales are known. */
  readonly told: Period | null
}

/** Says so where the order is not of the period that was asked for. */
export function PeriodNote({ asked, told }: PeriodNoteProps) {
  const t = useT()
  if (told === asked) return null
  return (
    <p className="w-full max-w-[70ch] text-[13px] text-mut" role="status">
      {t(told === null ? 'popular.empty' : 'popular.notYet')}
    </p>
  )
}
