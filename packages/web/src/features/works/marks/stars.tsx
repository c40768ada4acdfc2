import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'

export interface StarsProps {
  readonly label: string
  readonly value: number | null | undefined
  /** Pressing the current star again clears the rating. */
  readonly onChange: (value: number | null) => void
}

const stars = [1, 2, 3, 4, 5]

export function Stars({ label, value, onChange }: StarsProps) {
  const t = useT()
  return (
    <fieldset className="-mx-1.5 flex" aria-label={label}>
      {stars.map((star) => {
        const Icon = star <= (value ?? 0) ? IconStarFilled : IconStar
        return (
          <button
            key={star}
            type="button"
            className="grid size-9 place-items-center rounded-full text-acc hover:bg-sunken pointer-coarse:size-11"
            aria-pressed={star === value}
            aria-label={t('marks.stars', { count: star })}
            onClick={() => onChange(star === value ? null : star)}
          >
            <Icon size={20} aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
