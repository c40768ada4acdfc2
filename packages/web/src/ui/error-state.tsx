import { IconPlugConnectedX } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export interface ErrorStateProps extends Pick<EmptyStateProps, 'heading'> {
  /** What happened, in the visitor's language. */
  readonly message: string
  readonly onRetry: () => void
}

/** What happened, and a way on. */
export function ErrorState({ message, onRetry, heading = 'h2' }: ErrorStateProps) {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        title={t('error.title')}
        icon={<IconPlugConnectedX size={26} aria-hidden />}
        heading={heading}
      >
        <p>{message}</p>
        <button type="button" className="btn" onClick={onRetry}>
          {t('common.retry')}
        </button>
      </EmptyState>
    </div>
  )
}
