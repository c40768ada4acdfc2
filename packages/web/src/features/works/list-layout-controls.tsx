/** Layout controls of a list. Load lazily, and reserve their space to avoid layout shift. */
import { IconGrid4x4, IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useListLayoutWords } from '../../domain/list-layout-words.ts'
import { useT } from '../../lib/i18n.ts'
import { changeSettings, densities, useSettings } from '../../lib/settings.ts'
import { cardWidths, minWidthOf } from './grid.rules.ts'

/** Sets the minimum card width, stored on this device. Hidden in the row layout. */
export function CardSizeSlider() {
  useListLayoutWords()
  const t = useT()
  const { density, cardWidth } = useSettings()
  if (density === 'rows') return null
  const width = minWidthOf(density, cardWidth)
  const share = (width - cardWidths.least) / (cardWidths.most - cardWidths.least)
  const filled: CSSProperties & Record<'--p', string> = { '--p': `${share * 100}%` }
  return (
    <input
      type="range"
      className="range"
      aria-label={t('canvas.size')}
      title={t('canvas.size')}
      min={cardWidths.least}
      max={cardWidths.most}
      step={8}
      value={width}
      style={filled}
      onChange={({ target }) => changeSettings({ cardWidth: target.value })}
    />
  )
}

const pictures = { comfortable: IconLayoutGrid, compact: IconGrid4x4, rows: IconList } as const

/** A native `<select>` over an icon of the current value: there is no room for its text. */
export function LayoutMenu() {
  const t = useT()
  const density = useSettings((settings) => settings.density)
  const Picture = pictures[density]
  return (
    <span className="btn relative w-9 shrink-0 px-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc pointer-coarse:w-11">
      <Picture size={17} aria-hidden />
      <select
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
        aria-label={t('settings.density')}
        title={t('settings.density')}
        value={density}
        onChange={(event) => {
          const chosen = densities.find((one) => one === event.target.value)
          if (chosen) changeSettings({ density: chosen, cardWidth: '' })
        }}
      >
        {densities.map((one) => (
          <option key={one} value={one}>
            {t(`settings.${one}`)}
          </option>
        ))}
      </select>
    </span>
  )
}
