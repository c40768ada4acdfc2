/** Content settings of the own account, for every API. */
import type { AccountSettings, NamedSettings } from '@koedana/contract/account.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, requirePerson } from '../auth/auth-sources.ts'
import type { WorkSources } from '../works/viewers.ts'
import { exclusionsOf, type FindName, settingsOf, writeFilter } from './settings.rules.ts'
import { findChoices, listExclusions, replaceExclusions, saveChoices } from './settings.store.ts'

export type SettingsSources = AuthSources & Pick<WorkSources, 'catalogue' | 'dictionary' | 'viewers'>

export async function readSettings(sources: SettingsSources, context: Context): Promise<NamedSettings> {
  const { db } = sources
  const { userKey } = requirePerson(context)
  const [choices, exclusions] = await Promise.all([findChoices(db, userKey), listExclusions(db, userKey)])
  if (!choices) throw new AppError('unauthenticated')
  return settingsOf(choices, exclusions, namesFor(sources, context))
}

export async function writeSettings(
  sources: SettingsSources,
  { policy, ageFilterMode, filterDefaults, excluded }: AccountSettings,
  context: Context,
): Promise<NamedSettings> {
  const { write, sessions, now } = sources
  const { userKey } = requirePerson(context)
  const findName = namesFor(sources, context)
  const choices = { policy, age_filter_mode: ageFilterMode, filter_defaults: writeFilter(filterDefaults) }
  const saved = await writeInTurn(write, async (tx) => {
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

/** Applies settings and keeps the present exclusions. */
export async function joinSettings(
  sources: SettingsSources,
  settings: AccountSettings,
  context: Context,
): Promise<void> {
  const { excluded } = await readSettings(sources, context)
  const joined = Object.fromEntries(
    entityKinds.map((kind) => [kind, [...excluded[kind], ...settings.excluded[kind]]]),
  )
  await writeSettings(sources, { ...settings, excluded: { ...settings.excluded, ...joined } }, context)
}

/**
 * Finds names of entities that have works below the age limit; an entity with only hidden works stays hidden. The user's own exclusions
 * do not hide names.
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
