/** Validation for forms in which a new password is typed twice. */
import * as v from 'valibot'

export const Repeated = v.string('passwordRequired')

export const isRepeated = ({
  password,
  repeated,
}: {
  readonly password: string
  readonly repeated: string
}) => password === repeated
