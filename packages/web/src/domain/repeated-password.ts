/** Validation for forms in which a new password is typed twice. */
import * as v from 'valibot'

export const RepeatedPassword = v.string('passwordRequired')

export const passwordsMatch = ({
  password,
  repeated,
}: {
  readonly password: string
  readonly repeated: string
}) => password === repeated
