import clsx from 'clsx'

/** Stands where something is about to appear; give it the size of that thing. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div className={clsx('skeleton', className)} aria-hidden />
}
