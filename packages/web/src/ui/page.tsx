/** Building blocks of pages: the document title, and the empty, loading and error states. */
import clsx from 'clsx'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useT } from '../lib/i18n.ts'

export interface ErrorStateProps extends Pick<EmptyStateProps, 'heading'> {
  /** A localized description of the failure. */
  readonly message: string
  readonly onRetry: () => void
  readonly children?: ReactNode
}

/** Shows what happened and how to continue. */
export function ErrorState({ message, onRetry, heading, children }: ErrorStateProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  // A successful retry removes the focused button, so the focus moves to the page instead of the document.
  useLayoutEffect(
    () => () => {
      if (box.current?.contains(document.activeElement)) document.getElementById('main')?.focus()
    },
    [],
  )
  return (
    <div role="alert" ref={box}>
      <EmptyState title={t('error.title')} icon={<b aria-hidden>!</b>} heading={heading}>
        <p>{message}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <button type="button" className="btn" onClick={onRetry}>
            {t('common.retry')}
          </button>
          {children}
        </div>
      </EmptyState>
    </div>
  )
}

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly icon?: ReactNode
  /** `h1` if it is the whole page. */
  readonly heading?: 'h1' | 'h2' | undefined
}

export function EmptyState({ title, children, icon, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      {icon && (
        <div className="mb-1 grid size-14 place-items-center rounded-full bg-soft text-2xl text-acc">
          {icon}
        </div>
      )}
      <Heading className="text-lg font-semibold tracking-tight text-balance wrap-anywhere">{title}</Heading>
      {children && (
        <div className="flex flex-col items-center gap-4 text-sm text-balance text-mut">{children}</div>
      )}
    </div>
  )
}

/** A loading placeholder; give it the size of the content. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div className={clsx('skeleton', className)} aria-hidden />
}

export const productName = 'Koedana'

/** Sets the document title, such as `Works · Koedana`; only the product name until the page's title is known. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
