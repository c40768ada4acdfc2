/** Decides which covers' links are over when somebody may see less: of the ages that they saw, and visitors do not. */
import {
  type AgeCategory,
  ageCategories,
  type Role,
  roleOf,
  type UserStatus,
} from '@koedana/contract/values.ts'

interface Account {
  readonly role: Role
  readonly status: UserStatus
  readonly age_restriction: AgeCategory
}

/** `after`: undefined for an account that is removed. */
export function endedForAccount(
  before: Account,
  after: Account | undefined,
  visitorCeiling: AgeCategory,
): AgeCategory[] {
  const seen = (account: Account | undefined) => higher(ownCeiling(account) ?? visitorCeiling, visitorCeiling)
  return endedBetween(seen(before), seen(after))
}

/** Returns the ages whose links end with a ceiling that was lowered; none of one that was not. */
export function endedBetween(before: AgeCategory, after: AgeCategory): AgeCategory[] {
  return ageCategories.slice(rankOf(after) + 1, rankOf(before) + 1)
}

/** Guests see what visitors see, and whoever may not sign in is one of those. */
function ownCeiling(account: Account | undefined): AgeCategory | undefined {
  const isMember = account?.status === 'active' && account.role !== roleOf.guest
  return isMember ? account.age_restriction : undefined
}

const rankOf = (age: AgeCategory) => ageCategories.indexOf(age)
const higher = (a: AgeCategory, b: AgeCategory) => (rankOf(a) > rankOf(b) ? a : b)
