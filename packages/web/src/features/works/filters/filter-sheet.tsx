import { useT } from '../../../lib/i18n.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'

export interface FilterSheetProps extends FilterPanelProps {
  readonly total: number | undefined
  readonly onClose: () => void
}

/** The filter panel for windows that have no room for it next to the list. Load lazily: it includes the dialog. */
export function FilterSheet({ search, onChange, total, onClose }: FilterSheetProps) {
  const t = useT()
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('works.filters')}
      footer={
        <button type="button" className="btn-primary flex-1" onClick={onClose}>
          {t('works.show', { count: total ?? 0 })}
        </button>
      }
    >
      <FilterPanel search={search} onChange={onChange} />
    </Sheet>
  )
}
