import { locales } from '@koedana/contract/values.ts'
import { IconLanguage } from '@tabler/icons-react'
import { changeLocale, localeNames } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'

/** It is named in each language: whoever needs it does not read the one on screen. */
const name = '语言 · Language · 言語'

/** A switch of languages that is found without reading; the platform's own list lies over an icon. */
export function LanguageSwitch() {
  const shown = useSettings(({ locale }) => locale)
  return (
    <span className="btn-icon relative size-11! has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-acc">
      <IconLanguage size={21} aria-hidden />
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={name}
        title={name}
        value={shown}
        onChange={({ target }) => {
          const chosen = locales.find((locale) => locale === target.value)
          if (chosen) void changeLocale(chosen)
        }}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {localeNames[locale]}
          </option>
        ))}
      </select>
    </span>
  )
}
