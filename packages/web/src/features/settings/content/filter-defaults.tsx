import { Link } from '@tanstack/react-router'
import type { ContentChoices } from '../../../lib/content-choices.ts'
import { useT } from '../../../lib/i18n.ts'

export interface FilterDefaultsProps {
  readonly value: ContentChoices['filterDefaults']
  readonly onClear: () => void
}

/** The filter that Works begins with: to look at, and to let go. It is set on the list itself. */
export function FilterDefaults({ value, onClear }: FilterDefaultsProps) {
  const t = useT()
  const count = Object.values(value).filter((field) => field !== undefined).length
  return (
    <div>
      <h3 className="text-[13px] font-medium">{t('content.defaults')}</h3>
      <p className="mt-0.5 mb-3 text-[12.5px] text-mut">
        {count > 0 ? t('content.defaultsCount', { count }) : t('content.defaultsHelp')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/works" search={value} className="btn pointer-coarse:h-11">
          {count > 0 ? t('content.defaultsShow') : t('content.defaultsChoose')}
        </Link>
        {count > 0 && (
          <button type="button" className="btn pointer-coarse:h-11" onClick={onClear}>
            {t('content.defaultsClear')}
          </button>
        )}
      </div>
    </div>
  )
}
