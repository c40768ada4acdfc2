import { credentialCounts as counts } from '@koedana/contract/credentials.ts'

const sentences: Readonly<Record<string, string>> = {
  usernameRequired: 'Missing user name.',
  usernameMin: `A user name must have at least ${counts.usernameMin} characters.`,
  usernameMax: `A user name must have at most ${counts.usernameMax} characters.`,
  usernameCharacters: 'A user name may only contain letters, digits and _ - .',
  passwordRequired: 'Missing password.',
  passwordMin: `A password must have at least ${counts.passwordMin} characters.`,
  passwordMax: `A password must have at most ${counts.passwordMax} characters.`,
  passwordLetters: 'A password must contain at least one letter.',
  passwordNumbers: 'A password must contain at least one number.',
  passwordCommon: 'This password is too common and easy to guess.',
}

export const explain = (key: string): string => sentences[key] ?? key
