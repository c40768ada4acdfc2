/** Holds what somebody has decided of a server so far; it is sent as a whole. */
import type { Setup } from '@koedana/contract/setup.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'

export interface ChosenFolder {
  readonly path: string
  readonly ageCategory: AgeCategory
  /** The findings in it, in words. */
  readonly found?: string | undefined
}

export interface Account {
  readonly username: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}

/** The works to hear at the end: works of one's own, works to look around, or another server's. */
export type Beginning = 'folders' | 'demo' | 'moving'

export interface Draft {
  readonly account: Account
  readonly folders: readonly ChosenFolder[]
  readonly beginning: Beginning
  readonly visitorCeiling: AgeCategory
  readonly mayListen: boolean
}

export const untouched: Draft = {
  account: { username: '', password: '', repeated: '', code: '' },
  folders: [],
  beginning: 'folders',
  visitorCeiling: 'all',
  mayListen: true,
}

export function bodyOf({ account, folders, visitorCeiling, mayListen }: Draft): Setup {
  const { username, password, code } = account
  return {
    username,
    password,
    visitorCeiling,
    visitorsMayListen: mayListen,
    ...(code ? { code } : {}),
    ...(folders.length > 0
      ? { folders: folders.map(({ path, ageCategory }) => ({ path, ageCategory })) }
      : {}),
  }
}
