/** Refuses the passwords that everybody guesses first. The list is loaded when it is first needed. */
import { AppError } from '../../lib/app-error.ts'
import { guessesOf } from './common-password.rules.ts'

/** Throws `refused` that names the field, as `body.password`. */
export async function refuseCommon(password: string, field: string): Promise<void> {
  if (await isCommon(password)) throw new AppError('refused', { fields: { [field]: 'passwordCommon' } })
}

export async function isCommon(password: string): Promise<boolean> {
  list ??= load()
  const common = await list
  return guessesOf(password).some((guess) => common.has(guess))
}

let list: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
