/** Says what is wrong with a name or a password, for the terminal. */
import { credentialCounts as counts } from '@koedana/contract/credentials.ts'

const sentences: Readonly<Record<string, string>> = {
  usernameRequired: 'Which name?',
  usernameMin: `A name has at least ${counts.usernameMin} characters.`,
  usernameMax: `A name has at most ${counts.usernameMax} characters.`,
  usernameCharacters: 'A name has letters, digits and the characters _ - . alone.',
  passwordRequired: 'There was no password.',
  passwordMin: `A password has at least ${counts.passwordMin} characters.`,
  passwordMax: `A password has at most ${counts.passwordMax} characters.`,
  passwordLetters: 'A password has at least one letter.',
  passwordNumbers: 'A password has at least one number.',
  passwordCommon: 'This password is one of those that are guessed first.',
}

export const explain = (key: string): string => sentences[key] ?? key
