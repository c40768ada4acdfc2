import { locales } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import { ContentSection } from '../features/settings/content/content-section.tsx'
import { DensityPreview } from '../features/settings/density-preview.tsx'
import { SettingRow } from '../features/settings/setting-row.tsx'
import { ThemePreview } from '../features/settings/theme-preview.tsx'
import { changeLocale, localeNames, useT } from '../lib/i18n.ts'
import { changeSettings, useSettings } from '../lib/settings.ts'
import { SegmentedControl } from '../ui/choices.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Switch } from '../ui/switch.tsx'

export function SettingsPage() {
  const t = useT()
  const { locale, theme, density, keys } = useSettings()
  useDocumentTitle(t('settings.title'))
  return (
    <div className="max-w-3xl">
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
        <DensityPreview value={density} onChange={(next) => changeSettings({ density: next })} />
      </SettingRow>
      <SettingRow title={t('settings.keys')} help={t('settings.keysHelp')}>
        <Switch
          label={t('settings.keys')}
          isOn={keys === 'on'}
          onChange={(isOn) => changeSettings({ keys: isOn ? 'on' : 'off' })}
        />
      </SettingRow>
      <ContentSection />
      <p className="mt-6 md:hidden">
        <Link to="/about" className="btn">
          {t('nav.about')}
        </Link>
      </p>
    </div>
  )
}
