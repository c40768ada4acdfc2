import type { KeyState } from '@koedana/contract/values.ts'
import { keyStates } from '@koedana/contract/values.ts'
import { IconCircleCheck, IconCircleMinus, IconClockX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useT } from '../../../lib/i18n.ts'
import { SelectMenu } from '../../../ui/select-menu.tsx'

/** Said by words and a sign, not by colour alone. */
export function KeyStateMark({ state }: { readonly state: KeyState }) {
  const t = useT()
  const { icon: Icon, className } = looks[state]
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 align-middle text-[13px] font-medium', className)}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      {t(`keyState.${state}`)}
    </span>
  )
}

const looks: Readonly<Record<KeyState, { readonly icon: typeof IconClockX; readonly className: string }>> = {
  usable: { icon: IconCircleCheck, className: 'text-pos' },
  used_up: { icon: IconCircleMinus, className: 'text-mut' },
  expired: { icon: IconClockX, className: 'text-neg' },
}

export interface KeyStateMenuProps {
  /** Empty: every one. */
  readonly value: KeyState | ''
  readonly onChange: (state: KeyState | '') => void
}

/** Which keys are listed. */
export function KeyStateMenu({ value, onChange }: KeyStateMenuProps) {
  const t = useT()
  return (
    <SelectMenu
      label={t('users.status')}
      value={value}
      options={[
        { value: '', label: t('tasks.everyStatus') },
        ...keyStates.map((state) => ({ value: state, label: t(`keyState.${state}`) })),
      ]}
      onChange={onChange}
    />
  )
}
