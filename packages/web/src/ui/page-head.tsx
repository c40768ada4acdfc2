import { IconChevronDown } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { KindMenuProps } from './kind-menu.tsx'

const KindMenu = lazy(() => import('./kind-menu.tsx').then(({ KindMenu }) => ({ default: KindMenu })))

export interface PageHeadProps {
  readonly children: ReactNode
  readonly tools: ReactNode
}

/** A page's heading and the tools of its list. The tools keep their place, however long the texts are. */
export function PageHead({ children, tools }: PageHeadProps) {
  return (
    <div className="flex items-center gap-x-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 max-md:gap-x-2">{children}</div>
      <div className="flex min-w-0 items-center justify-end gap-2 self-start">{tools}</div>
    </div>
  )
}

export interface ListTitleProps extends KindMenuProps {
  readonly children: string
}

/** The heading of a list. On phones, which have no sidebar, it opens a menu of the other lists. */
export function ListTitle({ children, ...menu }: ListTitleProps) {
  return (
    <div className="relative flex items-center gap-1">
      <h1 className="page-title whitespace-nowrap">{children}</h1>
      <IconChevronDown size={16} className="text-mut md:hidden" aria-hidden />
      <Suspense>
        <KindMenu {...menu} />
      </Suspense>
    </div>
  )
}
