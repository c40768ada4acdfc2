import { saveHomeLayout } from '@koedana/contract/home-actions.ts'
import type { HomeLayout, HomeRow } from '@koedana/contract/home-page.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../domain/api.ts'
import { homeKey } from '../../domain/home-key.ts'
import { useT } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'

export interface LayoutSheetProps {
  readonly layout: HomeLayout
  readonly titleOf: (row: HomeRow) => string
  readonly onClose: () => void
}

/** Selects and orders the rows of the home page. Load lazily. */
export function LayoutSheet({ layout, titleOf, onClose }: LayoutSheetProps) {
  const t = useT()
  const [shown, show] = useState(layout)
  const save = (next: HomeLayout) => {
    show(next)
    void call(saveHomeLayout, { body: next }).then(
      () => queryClient.invalidateQueries({ queryKey: homeKey }),
      () => show(shown),
    )
  }
  const move = (at: number, by: 1 | -1) => {
    const row = shown.order[at]
    if (row) save({ ...shown, order: shown.order.toSpliced(at, 1).toSpliced(at + by, 0, row) })
  }
  const toggle = (row: HomeRow, isOn: boolean) =>
    save({ ...shown, hidden: isOn ? shown.hidden.filter((one) => one !== row) : [...shown.hidden, row] })
  return (
    <Sheet open onClose={onClose} title={t('home.layout')}>
      <p className="mb-3 text-[13px] text-mut">{t('home.layoutHelp')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {shown.order.map((row, at) => (
          <li key={row} className="flex min-h-12 items-center gap-1">
            <span className="min-w-0 flex-1 text-sm">{titleOf(row)}</span>
            <button
              type="button"
              className="btn-icon"
              aria-label={t('home.moveUp', { name: titleOf(row) })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconChevronUp size={17} aria-hidden />
            </button>
            <button
              type="button"
              className="btn-icon"
              aria-label={t('home.moveDown', { name: titleOf(row) })}
              disabled={at === shown.order.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconChevronDown size={17} aria-hidden />
            </button>
            <Switch
              label={t('home.showRow', { name: titleOf(row) })}
              isOn={!shown.hidden.includes(row)}
              onChange={(isOn) => toggle(row, isOn)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
