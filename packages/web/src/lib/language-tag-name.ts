import { i18n } from './i18n.ts'

/** Returns the name of a language tag (BCP 47) in the current language; undefined if it is undetermined or unknown. */
export const languageTagName = (tag: string): string | undefined =>
  tag === 'und' ? undefined : new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(tag)
