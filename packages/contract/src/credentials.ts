/** Rules for user names and passwords, shared by forms and the server. */
import * as v from 'valibot'

/** Limits by message key; the messages contain these numbers. */
export const credentialCounts = {
  usernameMin: 3,
  usernameMax: 32,
  passwordMin: 8,
  passwordMax: 128,
  passwordLetters: 1,
  passwordNumbers: 1,
} as const

/** Counts code points, not UTF-16 units. */
const lengthOf = (text: string) => [...text].length
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Invisible characters (`\p{DI}`: fillers, joiners, selectors) are rejected, because they would make two names look the same. */
export const Username = v.pipe(
  v.string('usernameRequired'),
  v.nonEmpty('usernameRequired'),
  v.check((text) => lengthOf(text) >= credentialCounts.usernameMin, 'usernameMin'),
  v.check((text) => lengthOf(text) <= credentialCounts.usernameMax, 'usernameMax'),
  v.regex(/^(?:(?!\p{DI})[\p{L}\p{M}\p{N}_.-])*$/u, 'usernameCharacters'),
  // Combining marks attach to the text before them, so a name must not start with one. It needs a letter or a digit.
  v.regex(/^(?!\p{M})(?=.*[\p{L}\p{N}])/u, 'usernameCharacters'),
)

export const Password = v.pipe(
  v.string('passwordRequired'),
  v.nonEmpty('passwordRequired'),
  v.check((text) => lengthOf(text) >= credentialCounts.passwordMin, 'passwordMin'),
  v.check((text) => lengthOf(text) <= credentialCounts.passwordMax, 'passwordMax'),
  v.check((text) => countOf(text, /\p{L}/gu) >= credentialCounts.passwordLetters, 'passwordLetters'),
  v.check((text) => countOf(text, /\p{N}/gu) >= credentialCounts.passwordNumbers, 'passwordNumbers'),
)

const maxInputLength = 512

/** Entered for login: any text, because stricter rules for new names must not lock existing users out. */
export const EnteredUsername = v.pipe(
  v.string('usernameRequired'),
  v.nonEmpty('usernameRequired'),
  v.maxLength(maxInputLength, 'textTooLong'),
)
export const EnteredPassword = v.pipe(
  v.string('passwordRequired'),
  v.nonEmpty('passwordRequired'),
  v.maxLength(maxInputLength, 'textTooLong'),
)

export const Credentials = v.object({ username: EnteredUsername, password: EnteredPassword })
export const NewCredentials = v.object({ username: Username, password: Password })
