/** Refuses the passwords that everybody guesses first. Their table is read when it is first needed. */
import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { digestOf, guessesOf, holdsDigest } from './common-password.rules.ts'

/** Throws `refused` that names the field, as `body.password`. */
export async function refuseCommon(password: string, field: string): Promise<void> {
  if (await isCommon(password)) throw new AppError('refused', { fields: { [field]: 'passwordCommon' } })
}

export async function isCommon(password: string): Promise<boolean> {
  table ??= readFile(new URL('common-passwords.bin', import.meta.url))
  const digests = await table
  return guessesOf(password).some((guess) => holdsDigest(digests, digestOf(guess)))
}

/** The digests of about 50,000 passwords, made by scripts/make-common-passwords.ts. */
let table: Promise<Buffer> | undefined
