import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useT } from '../lib/i18n.ts'
import { ErrorState } from '../ui/page.tsx'

/** Shown if a page throws. Layout and player remain around it. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const t = useT()
  return (
    <ErrorState message={t('error.body')} onRetry={reset} heading="h1">
      <Link to="/" className="btn-primary">
        {t('error.home')}
      </Link>
    </ErrorState>
  )
}
