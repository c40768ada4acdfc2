/**
 * What pages are made of: a title, and what stands where there is nothing, nothing yet, or where something failed.
 */
import clsx from 'clsx'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useT } from '../lib/i18n.ts'

export interface ErrorStateProps extends Pick<EmptyStateProps, 'heading'> {
  /** Says what happened, in the visitor's language. */
  readonly message: string
  readonly onRetry: () => void
  /** Another way on. */
  readonly children?: ReactNode
}

/** Says what happened, and offers a way on. */
export function ErrorState({ message, onRetry, heading, children }: ErrorStateProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  // A retry that helped takes the button away: the focus goes on with the page that came, not with the window.
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
  /** Says what to do next. */
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

/** Stands where something is about to appear; give it the size of that thing. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div className={clsx('skeleton', className)} aria-hidden />
}

export const productName = 'Koedana'

/** `Works · Koedana`; the name alone while a page does not know its own title yet. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
