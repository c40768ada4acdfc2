import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type MenuSubject, menuFor } from '../lib/menu-subject.ts'

export interface RemovableChipProps {
  readonly children: ReactNode
  /** For screen readers, such as "Remove genre: sleep". */
  readonly removeLabel: string
  readonly onRemove: () => void
  readonly menu?: MenuSubject | undefined
}

/** A chip for an active item, with a button that removes it. */
export function RemovableChip({ children, removeLabel, onRemove, menu }: RemovableChipProps) {
  return (
    <span
      ref={menu && menuFor(menu)}
      className="chip max-w-full border-transparent bg-soft pr-1 font-medium text-acc"
    >
      <span className="truncate">{children}</span>
      <button
        type="button"
        className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface pointer-coarse:size-11"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  )
}

export interface ToggleChipProps {
  readonly children: ReactNode
  readonly pressed: boolean
  readonly onToggle: () => void
}

export function ToggleChip({ children, pressed, onToggle }: ToggleChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onToggle}>
      {children}
    </button>
  )
}
