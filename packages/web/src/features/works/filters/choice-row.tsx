import { IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { type MenuSubject, menuFor } from '../../../lib/menu-subject.ts'

export interface ChoiceRowProps {
  readonly name: string
  readonly lang?: string | undefined
  /** The number of works that have it; undefined if not counted. */
  readonly count: number | undefined
  readonly isIncluded: boolean
  readonly onInclude: () => void
  /** Omitted for values that cannot be excluded. */
  readonly isExcluded?: boolean
  readonly onExclude?: () => void
  /** The subject of its context menu. */
  readonly menu?: MenuSubject
}

/** A filter value with buttons to include and exclude it; a second press removes it. */
export function ChoiceRow({
  name,
  lang,
  count,
  isIncluded,
  isExcluded = false,
  menu,
  ...acts
}: ChoiceRowProps) {
  const t = useT()
  const format = useFormat()
  return (
    <li ref={menu && menuFor(menu)} className="flex items-center gap-1 rounded-xl pl-2 hover:bg-sunken">
      <span
        className={clsx('min-w-0 flex-1 truncate text-[13.5px]', {
          'text-acc': isIncluded,
          'text-mut line-through decoration-neg': isExcluded,
          'text-mut': count === 0,
        })}
        lang={lang}
      >
        {name}
      </span>
      <span className="text-xs text-mut">{count !== undefined && format.compact(count)}</span>
      <PressButton
        label={t('filter.includeName', { name })}
        isPressed={isIncluded}
        pressedClass="bg-soft text-acc"
        onClick={acts.onInclude}
      >
        {isIncluded ? <IconCheck size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
      </PressButton>
      {acts.onExclude && (
        <PressButton
          label={t('filter.excludeName', { name })}
          isPressed={isExcluded}
          pressedClass="bg-neg/15 text-neg"
          onClick={acts.onExclude}
        >
          <IconX size={16} aria-hidden />
        </PressButton>
      )}
    </li>
  )
}

interface PressButtonProps {
  readonly label: string
  readonly isPressed: boolean
  readonly pressedClass: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function PressButton({ label, isPressed, pressedClass, onClick, children }: PressButtonProps) {
  return (
    <button
      type="button"
      className={clsx('btn-icon', isPressed && pressedClass)}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
