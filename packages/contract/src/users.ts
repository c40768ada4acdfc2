import * as v from 'valibot'
import { Password, Username } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'
import { User } from './session.ts'
import { AgeCategory, page, pageSize, Role, roleOf, UserStatus } from './values.ts'

/** Public ID of a record, such as an account, a key or a session. */
export const RecordId = v.pipe(v.string('textExpected'), v.regex(/^[\w-]{1,64}$/, 'textExpected'))

export const AdminSearch = v.pipe(
  v.string('textExpected'),
  v.maxLength(100, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

export const userSorts = ['createdAtDesc', 'usernameAsc', 'lastLoginAtDesc', 'roleDesc'] as const
export const UserSort = v.picklist(userSorts, 'sortUnknown')
export type UserSort = v.InferOutput<typeof UserSort>

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  rate: 'read',
  summary: 'List users',
  query: v.object({
    q: v.optional(AdminSearch),
    role: v.optional(Role),
    status: v.optional(UserStatus),
    sort: v.optional(UserSort),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({ items: v.array(User), total: v.number(), page: v.number(), pageSize: v.number() }),
})

/** Guest accounts cannot be created here: visitors create them, and they are deleted when idle. */
const assignableRoles = [roleOf.general, roleOf.admin] as const

export const NewUser = v.object({
  username: Username,
  password: Password,
  role: v.picklist(assignableRoles, 'valueUnknown'),
  ageRestriction: AgeCategory,
  status: v.optional(UserStatus),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/admin/users',
  access: 'admin',
  rate: 'write',
  status: 201,
  summary: 'Create a user',
  body: NewUser,
  response: User,
})

export const getUser = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  access: 'admin',
  rate: 'read',
  summary: 'Get a user',
  params: v.object({ id: RecordId }),
  response: User,
})

/** Absent fields stay unchanged. The guest role is accepted only for guests. */
export const UserChange = v.object({
  username: v.optional(Username),
  password: v.optional(Password),
  role: v.optional(Role),
  ageRestriction: v.optional(AgeCategory),
  status: v.optional(UserStatus),
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/admin/users/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Change a user',
  description:
    "A new password, role, age limit or status ends the user's sessions. The last administrator stays one.",
  params: v.object({ id: RecordId }),
  body: UserChange,
  response: User,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Delete a user',
  description: 'With all personal data. The last administrator cannot be deleted.',
  params: v.object({ id: RecordId }),
})

export const maxUsersAtOnce = 500

const ids = v.pipe(v.array(RecordId), v.minLength(1, 'required'), v.maxLength(maxUsersAtOnce, 'listTooLong'))

export const UsersAct = v.variant(
  'act',
  [
    v.object({ act: v.literal('setStatus'), ids, status: UserStatus }),
    v.object({ act: v.literal('setCeiling'), ids, ageRestriction: AgeCategory }),
    v.object({ act: v.literal('delete'), ids }),
  ],
  'valueUnknown',
)
export type UsersAct = v.InferOutput<typeof UsersAct>

/** Why an account was not changed. */
export const skippedReasons = ['ownAccount', 'lastAdministrator', 'gone'] as const
export type SkippedReason = (typeof skippedReasons)[number]

export const actOnUsers = endpoint({
  method: 'POST',
  path: '/admin/users/acts',
  access: 'admin',
  rate: 'write',
  summary: 'Change many users',
  description: 'Your own account and the last administrator are skipped and reported.',
  body: UsersAct,
  response: v.object({
    done: v.number(),
    left: v.array(
      v.object({
        id: v.string(),
        /** Null for an account that no longer exists. */
        username: v.nullable(v.string()),
        reason: v.picklist(skippedReasons, 'valueUnknown'),
      }),
    ),
  }),
})
