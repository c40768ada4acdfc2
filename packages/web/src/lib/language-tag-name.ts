import { i18n } from './i18n.ts'

/** Names a language by its tag (BCP 47), in the language on screen; undefined where it is not known. */
export const languageTagName = (tag: string): string | undefined =>
  tag === 'und' ? undefined : new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(tag)
