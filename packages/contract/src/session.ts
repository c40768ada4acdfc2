/** The data that a client stores about a login. */
import * as v from 'valibot'
import { AgeCategory, Role, UserStatus } from './values.ts'

/** `ageRestriction` is the age limit of the account. Times are instants; null means never. */
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

/** `token` is sent with later calls as a bearer token; `exp` is its fixed expiry in Unix seconds. */
export const LoginResult = v.object({ user: User, token: v.string(), exp: v.number() })
export type LoginResult = v.InferOutput<typeof LoginResult>
