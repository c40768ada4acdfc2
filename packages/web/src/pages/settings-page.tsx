import { locales, type Theme, themes } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { openCommandDialog } from '../domain/command-dialog.ts'
import { useCommandWords } from '../domain/command-words.ts'
import { ContentSection } from '../features/settings/content/content-section.tsx'
import { DensityPreview } from '../features/settings/density-preview.tsx'
import { SettingRow } from '../features/settings/setting-row.tsx'
import { changeLocale, loadWords, localeNames, useT } from '../lib/i18n.ts'
import { changeSettings, useSettings } from '../lib/settings.ts'
import { useIsAfterFirstRender } from '../lib/use-is-after-first-render.ts'
import { loadWhenIdle } from '../lib/when-idle.ts'
import { PictureChoice, SegmentedControl } from '../ui/choices.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Switch } from '../ui/switch.tsx'

const PlayerSection = lazy(() =>
  import('../features/settings/player-section.tsx').then(({ PlayerSection }) => ({ default: PlayerSection })),
)
const DataSection = lazy(() =>
  import('./settings-data.tsx').then(({ DataSection }) => ({ default: DataSection })),
)

export function SettingsPage() {
  const t = useT()
  const isLater = useIsAfterFirstRender()
  const { locale, theme, density, keys } = useSettings()
  useEffect(() => loadWhenIdle(locales.map((one) => () => loadWords(one))), [])
  useDocumentTitle(t('settings.title'))
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="page-title">{t('settings.title')}</h1>
      <p className="mt-1 mb-4 text-mut">{t('settings.storedHere')}</p>
      <SettingRow title={t('settings.language')} help={t('settings.languageHelp')}>
        <SegmentedControl
          label={t('settings.language')}
          value={locale}
          options={locales.map((value) => ({ value, label: localeNames[value], lang: value }))}
          onChange={(next) => void changeLocale(next)}
        />
      </SettingRow>
      <SettingRow title={t('settings.appearance')} help={t('settings.appearanceHelp')}>
        <ThemePreview value={theme} onChange={(next) => changeSettings({ theme: next })} />
      </SettingRow>
      <SettingRow title={t('settings.density')} help={t('settings.densityHelp')}>
        <DensityPreview
          value={density}
          onChange={(next) => changeSettings({ density: next, cardWidth: '' })}
        />
      </SettingRow>
      <SettingRow title={t('settings.keys')} help={t('settings.keysHelp')}>
        <Switch
          label={t('settings.keys')}
          isOn={keys === 'on'}
          onChange={(isOn) => changeSettings({ keys: isOn ? 'on' : 'off' })}
        />
      </SettingRow>
      {isLater && <ContentSection />}
      {isLater && (
        // In one `Suspense` at the end, to avoid layout shifts by sections that load separately.
        <Suspense>
          <PlayerSection />
          <DataSection />
          <Commands />
          <p className="mt-6 md:hidden">
            <Link to="/about" className="btn">
              {t('nav.about')}
            </Link>
          </p>
        </Suspense>
      )}
    </div>
  )
}

/** Opens the command palette and the shortcut sheet without a keyboard. */
function Commands() {
  useCommandWords()
  const t = useT()
  return (
    <SettingRow title={t('palette.label')} help={t('palette.help')}>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={() => openCommandDialog('palette')}>
          {t('palette.open')}
        </button>
        <button type="button" className="btn" onClick={() => openCommandDialog('shortcuts')}>
          {t('keys.title')}
        </button>
      </div>
    </SettingRow>
  )
}

interface ThemePreviewProps {
  readonly value: Theme
  readonly onChange: (theme: Theme) => void
}

function ThemePreview({ value, onChange }: ThemePreviewProps) {
  const t = useT()
  const options = themes.map((theme) => ({
    value: theme,
    label: t(`settings.${theme}`),
    picture: pictures[theme],
  }))
  return (
    <PictureChoice label={t('settings.appearance')} value={value} options={options} onChange={onChange} />
  )
}

const pictures = {
  auto: (
    <span className="grid h-full grid-cols-2">
      <Page theme="light" />
      <Page theme="dark" />
    </span>
  ),
  light: <Page theme="light" />,
  dark: <Page theme="dark" />,
} as const

/** Theme colors follow the nearest `data-theme`, so the picture has the theme that it represents. */
function Page({ theme }: { readonly theme: 'light' | 'dark' }) {
  return (
    <span data-theme={theme} className="flex h-full flex-col gap-1.5 bg-bg p-2.5">
      <span className="block h-1.5 w-8 max-w-full rounded-full bg-fg" />
      <span className="block h-1.5 w-12 max-w-full rounded-full bg-line" />
      <span className="mt-auto block h-4 w-full rounded-md bg-acc" />
    </span>
  )
}
