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

/** Returns the ages whose links end when an account changes; `after` is undefined if the account is deleted. */
export function endedAgesOfAccount(
  before: Account,
  after: Account | undefined,
  visitorCeiling: AgeCategory,
): AgeCategory[] {
  const seen = (account: Account | undefined) =>
    maxAge(memberCeiling(account) ?? visitorCeiling, visitorCeiling)
  return endedAges(seen(before), seen(after))
}

/** Returns the ages between two age limits if the limit was lowered; otherwise an empty list. */
export function endedAges(before: AgeCategory, after: AgeCategory): AgeCategory[] {
  return ageCategories.slice(rankOf(after) + 1, rankOf(before) + 1)
}

/** Guests and accounts that cannot log in see what visitors see. */
function memberCeiling(account: Account | undefined): AgeCategory | undefined {
  const isMember = account?.status === 'active' && account.role !== roleOf.guest
  return isMember ? account.age_restriction : undefined
}

const rankOf = (age: AgeCategory) => ageCategories.indexOf(age)
const maxAge = (a: AgeCategory, b: AgeCategory) => (rankOf(a) > rankOf(b) ? a : b)
