/** How much is selected, and what can be done with it. Import it lazily: it brings a menu with it. */
import { IconDots, IconProgressCheck, IconSelectAll, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useCommandWords } from '../../../domain/command-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { createMediaHook } from '../../../lib/media-hook.ts'
import { barClass, selectionPosition, useReservedSpaceBelow } from '../../../ui/bottom-space.ts'
import { Entry, Submenu } from '../../../ui/menu/entries.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { positionAbove } from '../../../ui/menu/position.rules.ts'
import { useSelectionActs } from './selection-actions.ts'
import { useSelection } from './selection-store.ts'

/** Announces the number of selected works to screen readers. */
export function SelectionCount() {
  useCommandWords()
  const t = useT()
  return t('select.count', { count: useSelection(({ chosen }) => chosen.size) })
}

/** Narrow screens only have room for the number between the buttons. */
const useIsNarrow = createMediaHook('(max-width: 419px)')

export interface SelectionBarProps {
  readonly onSelectAll: () => void
  readonly onClose: () => void
}

/** Floats at the bottom of the window above the player, and below notices. */
export function SelectionBar({ onSelectAll, onClose }: SelectionBarProps) {
  const acts = useSelectionActs()
  const statuses = acts.filter(({ inGroup }) => inGroup?.group === 'status')
  const t = useT()
  const count = useSelection(({ chosen }) => chosen.size)
  const progress = useSelection((now) => now.progress)
  const isNarrow = useIsNarrow()
  const words = t('select.count', { count })
  const bar = useRef<HTMLElement>(null)
  const [opener, setOpener] = useState<HTMLElement>()
  useReservedSpaceBelow(bar, 'selection', 8)
  return (
    <section
      ref={bar}
      aria-label={t('select.bar')}
      className={`${barClass} flex items-center px-2.5 py-2`}
      style={selectionPosition}
    >
      <button
        type="button"
        className="btn-icon size-11!"
        aria-label={t('select.clear')}
        title={t('select.clear')}
        onClick={onClose}
      >
        <IconX size={19} aria-hidden />
      </button>
      <p className="min-w-0 flex-1 truncate text-sm font-medium" title={words}>
        {progress ? t('select.progress', { ...progress }) : isNarrow ? count : words}
      </p>
      {acts
        .filter(({ isFirst }) => isFirst)
        .map(({ id, label, icon: Picture, run }) => (
          <button
            key={id}
            type="button"
            className="btn-icon size-11!"
            aria-label={label}
            title={label}
            disabled={progress !== undefined}
            onClick={run}
          >
            <Picture size={20} aria-hidden />
          </button>
        ))}
      <button
        type="button"
        className="btn-icon size-11!"
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        aria-label={t('select.more')}
        title={t('select.more')}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        <IconDots size={20} aria-hidden />
      </button>
      {opener && (
        <Menu
          label={t('select.more')}
          position={positionAbove(opener.getBoundingClientRect(), 8)}
          opener={opener}
          onClosed={() => setOpener(undefined)}
        >
          <Entry icon={IconSelectAll} onSelect={onSelectAll}>
            {t('select.all')}
          </Entry>
          {statuses.length > 0 && (
            <Submenu icon={IconProgressCheck} label={t('select.status')}>
              {statuses.map(({ id, inGroup, label, run }) => (
                <Entry key={id} onSelect={run}>
                  {inGroup?.label ?? label}
                </Entry>
              ))}
            </Submenu>
          )}
          {acts
            .filter(({ isFirst, inGroup }) => !isFirst && !inGroup)
            .map(({ id, label, icon, run }) => (
              <Entry key={id} icon={icon} onSelect={run}>
                {label}
              </Entry>
            ))}
        </Menu>
      )}
    </section>
  )
}
