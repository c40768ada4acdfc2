/** Content settings of the own account: what a person never wants to see, and how lists begin. */
import type { getSettings, saveSettings } from '@koedana/contract/account.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { appendChanges } from '../../db/changes.ts'
import { writeTogether } from '../../db/write.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, personOf } from '../auth/auth-sources.ts'
import type { WorkSources } from '../works/sources.ts'
import { exclusionsOf, type FindName, settingsOf, writeFilter } from './settings.rules.ts'
import { findChoices, listExclusions, replaceExclusions, saveChoices } from './settings.store.ts'

export type SettingsSources = AuthSources & Pick<WorkSources, 'catalogue' | 'dictionary' | 'viewers'>

export function getSettingsHandler(sources: SettingsSources): Handler<typeof getSettings> {
  const { db } = sources
  return async (_asked, context) => {
    const { userKey } = personOf(context)
    const [choices, exclusions] = await Promise.all([findChoices(db, userKey), listExclusions(db, userKey)])
    if (!choices) throw new AppError('unauthenticated')
    return settingsOf(choices, exclusions, namesFor(sources, context))
  }
}

/** What the person sees follows with the next call. */
export function saveSettingsHandler(sources: SettingsSources): Handler<typeof saveSettings> {
  const { write, sessions, now } = sources
  return async ({ body: { policy, ageFilterMode, filterDefaults, excluded } }, context) => {
    const { userKey } = personOf(context)
    const findName = namesFor(sources, context)
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

/**
 * Of the entities that have works below the ceiling: one that has only hidden works is hidden with them. What the person
 * chose not to see is no reason to keep its name from them.
 */
function namesFor({ catalogue, dictionary, viewers }: SettingsSources, context: Context): FindName {
  const [current, viewer] = [catalogue.current(), viewers.belowCeiling(context)]
  const counted = new Map<EntityKind, Uint32Array>()
  return (kind, id) => {
    const key = dictionary.findKey(kind, id)
    if (key === undefined) return undefined
    const counts = counted.get(kind) ?? current.countEntities(kind, viewer)
    counted.set(kind, counts)
    return counts[key] ? dictionary.findEntity(kind, key, viewer)?.name : undefined
  }
}
