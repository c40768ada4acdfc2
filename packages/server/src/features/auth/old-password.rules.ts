/** How other programs hashed passwords. They are compared here, and never made. */
import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** Kikoeru kept this: the MD5, in hexadecimal, of the password and a secret of that server behind it. */
export const OldPassword = v.object({
  md5: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  secret: v.string(),
})
export type OldPassword = v.InferOutput<typeof OldPassword>

export const oldPasswordPurpose = 'oldPassword'

export function isOldPassword({ md5, secret }: OldPassword, password: string): boolean {
  const typed = createHash('md5').update(`${password}${secret}`).digest()
  return timingSafeEqual(typed, Buffer.from(md5, 'hex'))
}
