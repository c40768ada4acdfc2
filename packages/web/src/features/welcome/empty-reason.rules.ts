/** Chooses the message for a user who can see no works at all. */
import {
  type AgeCategory,
  type AgeFilterMode,
  type Policy,
  type Role,
  roleOf,
} from '@koedana/contract/values.ts'

export interface ViewerSituation {
  /** Whether the user's own settings hide existing works. */
  readonly isHidden: boolean
  readonly policy: Policy
  readonly ageFilterMode: AgeFilterMode
  /** Undefined for visitors. */
  readonly role: Role | undefined
  readonly needsSetup: boolean
  readonly visitorCeiling: AgeCategory
}

/**
 * `contradiction`: the user's settings exclude every work. `settings`: they hide all existing works. `setup`: the server has no
 * administrator yet. `shelf`: an administrator can fill the library. `login`, `account`: a visitor or guest who might see more with an
 * account. `nothing`: none of these.
 */
export type EmptyReason = 'contradiction' | 'settings' | 'setup' | 'shelf' | 'login' | 'account' | 'nothing'

/** Does not depend on what the age limit hides, so the message does not reveal whether hidden works exist. */
export function emptyReasonOf(situation: ViewerSituation): EmptyReason {
  const { isHidden, policy, ageFilterMode, role, needsSetup, visitorCeiling } = situation
  if (policy === 'strict' && ageFilterMode === 'adults_only') return 'contradiction'
  if (isHidden) return 'settings'
  if (needsSetup) return 'setup'
  if (role === roleOf.admin) return 'shelf'
  const mightSeeMore = visitorCeiling !== 'r18'
  if (role === undefined) return mightSeeMore ? 'login' : 'nothing'
  return role === roleOf.guest && mightSeeMore ? 'account' : 'nothing'
}
