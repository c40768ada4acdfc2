/** A client keeps this of being signed in. */
import * as v from 'valibot'
import { AgeCategory, Role, UserStatus } from './values.ts'

/** `ageRestriction` is the highest age category this account may see. Times are instants; null is never. */
export const User = v.object({
  id: v.string(),
  username: v.string(),
  role: Role,
  status: UserStatus,
  ageRestriction: AgeCategory,
  lastLoginAt: v.nullable(v.string()),
  lastLoginIp: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type User = v.InferOutput<typeof User>

/** `token` goes with every later call as a bearer; `exp` is its hard end in Unix seconds. */
export const SignedIn = v.object({ user: User, token: v.string(), exp: v.number() })
export type SignedIn = v.InferOutput<typeof SignedIn>
