/** The closed lists of values that travel on the wire (PRODUCT vocabulary). */
import * as v from 'valibot'

export const ageCategories = ['all', 'r15', 'r18'] as const
export const AgeCategory = v.picklist(ageCategories, 'ageCategoryUnknown')
export type AgeCategory = v.InferOutput<typeof AgeCategory>

export const ageFilterModes = ['all_ages_only', 'adults_only', 'no_limit'] as const
export const AgeFilterMode = v.picklist(ageFilterModes, 'valueUnknown')
export type AgeFilterMode = v.InferOutput<typeof AgeFilterMode>

export const policies = ['strict', 'moderate', 'off'] as const
export const Policy = v.picklist(policies, 'valueUnknown')
export type Policy = v.InferOutput<typeof Policy>

export const availabilities = ['on_sale', 'unavailable', 'announced', 'own'] as const
export const Availability = v.picklist(availabilities, 'valueUnknown')
export type Availability = v.InferOutput<typeof Availability>

export const locales = ['zh-CN', 'en-US', 'ja-JP'] as const
export const Locale = v.picklist(locales, 'valueUnknown')
export type Locale = v.InferOutput<typeof Locale>
export const defaultLocale: Locale = 'zh-CN'

export const themes = ['auto', 'light', 'dark'] as const
export const Theme = v.picklist(themes, 'valueUnknown')
export type Theme = v.InferOutput<typeof Theme>

/**
 * The forms in which the tracks of a work come, the best to play first: `main` is the work as it is meant, with effects
 * and in its usual quality, `full` has it in one long file.
 */
export const trackSets = [
  'main',
  'highResolution',
  'full',
  'withoutEffects',
  'loop',
  'swapped',
  'bonus',
  'sample',
] as const
export const TrackSet = v.picklist(trackSets, 'valueUnknown')
export type TrackSet = v.InferOutput<typeof TrackSet>

/** The five entities a work is tied to; also their paths and filter keys. */
export const entityKinds = ['makers', 'series', 'artists', 'illustrators', 'genres'] as const
export const EntityKind = v.picklist(entityKinds, 'valueUnknown')
export type EntityKind = v.InferOutput<typeof EntityKind>

export const matches = ['any', 'all'] as const
export const Match = v.picklist(matches, 'valueUnknown')
export type Match = v.InferOutput<typeof Match>

/** Language codes of the marketplace; `OTL` other, `NM` no language needed. */
export const languages = [
  'JPN',
  'ENG',
  'CHI_HANS',
  'CHI_HANT',
  'CHI',
  'KO_KR',
  'SPA',
  'GER',
  'FRE',
  'IND',
  'ITA',
  'POR',
  'SWE',
  'THA',
  'VIE',
  'OTL',
  'NM',
] as const
export const Language = v.picklist(languages, 'valueUnknown')
export type Language = v.InferOutput<typeof Language>

export const periods = ['daily', 'weekly', 'monthly', 'yearly', 'all'] as const
export const Period = v.picklist(periods, 'valueUnknown')
export type Period = v.InferOutput<typeof Period>

/** 1 General, 2 Guest, 3 Admin. Nothing but exactly 3 is an administrator. */
export const roles = [1, 2, 3] as const
export const Role = v.picklist(roles, 'valueUnknown')
export type Role = v.InferOutput<typeof Role>
export const roleOf = { general: 1, guest: 2, admin: 3 } as const satisfies Record<string, Role>

export const userStatuses = ['active', 'disabled'] as const
export const UserStatus = v.picklist(userStatuses, 'valueUnknown')
export type UserStatus = v.InferOutput<typeof UserStatus>

/** Where an access key may be redeemed; a key without any may be redeemed anywhere. */
export const platforms = ['web', 'android', 'ios', 'windows', 'macos', 'linux', 'api'] as const
export const Platform = v.picklist(platforms, 'valueUnknown')
export type Platform = v.InferOutput<typeof Platform>

/**
 * Clients say in this header where they run. What is limited to a platform goes by their word: it is a courtesy that
 * keeps a code for phones on phones, and no boundary, since any client can say anything.
 */
export const platformHeader = 'x-client-platform'

/** What an access key is still good for; one that is used up and expired is used up. */
export const keyStates = ['usable', 'used_up', 'expired'] as const
export const KeyState = v.picklist(keyStates, 'valueUnknown')
export type KeyState = v.InferOutput<typeof KeyState>

/** Who may make an account for themselves. */
export const registrations = ['closed', 'key', 'open'] as const
export const Registration = v.picklist(registrations, 'valueUnknown')
export type Registration = v.InferOutput<typeof Registration>

export const taskKinds = ['sync_works', 'refresh_works', 'clean_works'] as const
export const TaskKind = v.picklist(taskKinds, 'valueUnknown')
export type TaskKind = v.InferOutput<typeof TaskKind>

export const taskStatuses = ['ready', 'running', 'stopping', 'finished', 'cancelled', 'failed'] as const
export const TaskStatus = v.picklist(taskStatuses, 'valueUnknown')
export type TaskStatus = v.InferOutput<typeof TaskStatus>

/** What may be followed: their new works are looked for. */
export const followedKinds = ['makers', 'series', 'artists'] as const satisfies readonly EntityKind[]
export const FollowedKind = v.picklist(followedKinds, 'valueUnknown')
export type FollowedKind = v.InferOutput<typeof FollowedKind>

/** Where the value of a field comes from. */
export const sources = ['marketplace', 'feed', 'folder', 'edit'] as const
export const Source = v.picklist(sources, 'valueUnknown')
export type Source = v.InferOutput<typeof Source>

/** Widths of covers in pixels, 4:3; no other size is ever made. */
export const coverSizes = [240, 480, 960] as const
export type CoverSize = (typeof coverSizes)[number]
