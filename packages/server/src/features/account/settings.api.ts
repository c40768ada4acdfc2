/** Content settings of the own account: what a person never wants to see, and how lists begin. */
import type { getSettings, saveSettings } from '@koedana/contract/account.ts'
import type { Locale } from '@koedana/contract/values.ts'
import { appendChanges } from '../../db/changes.ts'
import { writeTogether } from '../../db/write.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, personOf } from '../auth/auth-sources.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import { exclusionsOf, type FindName, settingsOf, writeFilter } from './settings.rules.ts'
import { findChoices, listExclusions, replaceExclusions, saveChoices } from './settings.store.ts'

export interface SettingsSources extends AuthSources {
  readonly dictionary: Dictionary
}

export function getSettingsHandler({ db, dictionary }: SettingsSources): Handler<typeof getSettings> {
  return async (_asked, context) => {
    const { userKey } = personOf(context)
    const [choices, exclusions] = await Promise.all([findChoices(db, userKey), listExclusions(db, userKey)])
    if (!choices) throw new AppError('unauthenticated')
    return settingsOf(choices, exclusions, namesIn(dictionary, context.locale))
  }
}

/** What the person sees follows with the next call. */
export function saveSettingsHandler(sources: SettingsSources): Handler<typeof saveSettings> {
  const { write, sessions, dictionary, now } = sources
  return async ({ body: { policy, ageFilterMode, filterDefaults, excluded } }, context) => {
    const { userKey } = personOf(context)
    const findName = namesIn(dictionary, context.locale)
    const choices = { policy, age_filter_mode: ageFilterMode, filter_defaults: writeFilter(filterDefaults) }
    const saved = await writeTogether(write, async (tx) => {
      const updated_at = now().toISOString()
      if (!(await saveChoices(tx, userKey, { ...choices, updated_at }))) throw new AppError('unauthenticated')
      const exclusions = exclusionsOf(excluded, await listExclusions(tx, userKey), findName)
      await replaceExclusions(tx, userKey, exclusions)
      await appendChanges(tx, 'user', [userKey])
      return exclusions
    })
    sessions.forget([userKey])
    return settingsOf(choices, saved, findName)
  }
}

function namesIn(dictionary: Dictionary, locale: Locale): FindName {
  return (kind, id) => {
    const key = dictionary.findKey(kind, id)
    return key === undefined ? undefined : dictionary.findEntity(kind, key, locale)?.name
  }
}
