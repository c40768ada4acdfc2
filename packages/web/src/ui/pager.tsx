import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useT } from '../lib/i18n.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'

export interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onChange: (page: number) => void
}

/** Renders nothing if everything is on one page. */
export function Pager({ page, pageSize, total, onChange }: PagerProps) {
  const t = useT()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const turnTo = useStableCallback(onChange)
  // The page may no longer exist: its items were deleted, or the URL is old.
  useEffect(() => {
    if (page > last) turnTo(last)
  }, [page, last, turnTo])
  if (last === 1) return null
  return (
    <nav className="mt-4 flex items-center justify-center gap-3 text-sm" aria-label={t('table.pages')}>
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('common.previous')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </button>
      <span aria-live="polite">{t('table.page', { page, last })}</span>
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('common.next')}
        disabled={page >= last}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </button>
    </nav>
  )
}
