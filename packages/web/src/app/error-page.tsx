import { IconMoodSad } from '@tabler/icons-react'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useT } from '../lib/i18n.ts'
import { EmptyState } from '../ui/page.tsx'

/** A page broke. Layout and player stand around it. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState title={t('error.title')} icon={<IconMoodSad size={26} aria-hidden />} heading="h1">
        <p>{t('error.body')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <button type="button" className="btn" onClick={reset}>
            {t('common.retry')}
          </button>
          <Link to="/" className="btn-primary">
            {t('error.home')}
          </Link>
        </div>
      </EmptyState>
    </div>
  )
}
