/** Names and passwords of accounts: the bounds said once, for forms and server alike. */
import * as v from 'valibot'

/** The message keys count these; the sentences say it. */
export const credentialCounts = {
  usernameMin: 3,
  usernameMax: 32,
  passwordMin: 8,
  passwordMax: 128,
  passwordLetters: 1,
  passwordNumbers: 1,
} as const

/** Characters as people count them, not UTF-16 units. */
const lengthOf = (text: string) => [...text].length
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** What is drawn as nothing (`\p{DI}`: fillers, joiners, selectors) would make two names look like one. */
export const Username = v.pipe(
  v.string('usernameRequired'),
  v.nonEmpty('usernameRequired'),
  v.check((text) => lengthOf(text) >= credentialCounts.usernameMin, 'usernameMin'),
  v.check((text) => lengthOf(text) <= credentialCounts.usernameMax, 'usernameMax'),
  v.regex(/^(?:(?!\p{DI})[\p{L}\p{M}\p{N}_.-])*$/u, 'usernameCharacters'),
  // Combining marks attach to the text before them, so a name begins with something else, and has a letter or a digit.
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

const longestTyped = 512

/** People type it to prove who they are: any text, since rules that came later must not lock anybody out. */
export const TypedUsername = v.pipe(
  v.string('usernameRequired'),
  v.nonEmpty('usernameRequired'),
  v.maxLength(longestTyped, 'textTooLong'),
)
export const TypedPassword = v.pipe(
  v.string('passwordRequired'),
  v.nonEmpty('passwordRequired'),
  v.maxLength(longestTyped, 'textTooLong'),
)

export const Credentials = v.object({ username: TypedUsername, password: TypedPassword })
export const NewCredentials = v.object({ username: Username, password: Password })
