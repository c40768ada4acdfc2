import { IconPlugConnectedX } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { EmptyState } from './empty-state.tsx'

export interface ErrorStateProps {
  /** What happened, in the visitor's language. */
  readonly message: string
  readonly onRetry: () => void
}

/** What happened, and a way on. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState title={t('error.title')} icon={<IconPlugConnectedX size={26} aria-hidden />}>
        <p>{message}</p>
        <button type="button" className="btn" onClick={onRetry}>
          {t('common.retry')}
        </button>
      </EmptyState>
    </div>
  )
}
