/** Verifies password hashes of other programs. New ones are never created. */
import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** kikoeru's format: the hexadecimal MD5 of the password followed by a secret of that server. */
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
