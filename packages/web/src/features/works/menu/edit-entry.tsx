import { roleOf } from '@koedana/contract/values.ts'
import { IconPencil } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useUser } from '../../../lib/session.ts'
import { Divider, LinkEntry } from './menu-parts.tsx'

export interface EditEntryProps {
  /** Where the editor opens. */
  readonly link: ReactElement
  readonly children: ReactNode
}

/** Administrators alone see it. */
export function EditEntry({ link, children }: EditEntryProps) {
  if (useUser()?.role !== roleOf.admin) return null
  return (
    <>
      <Divider />
      <LinkEntry icon={IconPencil} link={link}>
        {children}
      </LinkEntry>
    </>
  )
}
