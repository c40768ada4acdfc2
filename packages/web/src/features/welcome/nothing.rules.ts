/** Chooses what is said to somebody to whom nothing at all can be shown. */
import {
  type AgeCategory,
  type AgeFilterMode,
  type Policy,
  type Role,
  roleOf,
} from '@koedana/contract/values.ts'

export interface Situation {
  /** Whether own settings hide something that would be here. */
  readonly isHidden: boolean
  readonly policy: Policy
  readonly ageFilterMode: AgeFilterMode
  /** It is undefined for visitors. */
  readonly role: Role | undefined
  readonly needsSetup: boolean
  readonly visitorCeiling: AgeCategory
}

/**
 * `contradiction`: the own settings leave nothing, whatever is here · `settings`: they hide all there is · `setup`: nobody
 * looks after this server yet · `shelf`: its administrator can fill it · `login`, `account`: a visitor, a guest, who might
 * see more · `nothing`.
 */
export type Nothing = 'contradiction' | 'settings' | 'setup' | 'shelf' | 'login' | 'account' | 'nothing'

/** The rule knows nothing of what a ceiling hides: a server that has nothing is described in the same words. */
export function nothingOf(situation: Situation): Nothing {
  const { isHidden, policy, ageFilterMode, role, needsSetup, visitorCeiling } = situation
  if (policy === 'strict' && ageFilterMode === 'adults_only') return 'contradiction'
  if (isHidden) return 'settings'
  if (needsSetup) return 'setup'
  if (role === roleOf.admin) return 'shelf'
  const mightSeeMore = visitorCeiling !== 'r18'
  if (role === undefined) return mightSeeMore ? 'login' : 'nothing'
  return role === roleOf.guest && mightSeeMore ? 'account' : 'nothing'
}
