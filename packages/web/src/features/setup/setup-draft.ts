/** Holds what somebody has decided of a server so far; it is sent as a whole. */
import type { Setup } from '@koedana/contract/setup.ts'
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'
import * as v from 'valibot'

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
const beginnings = ['folders', 'demo', 'moving'] as const
export type Beginning = (typeof beginnings)[number]

export interface Draft {
  readonly account: Account
  readonly folders: readonly ChosenFolder[]
  /** The folder that is typed or picked, and not chosen yet. */
  readonly open: Pick<ChosenFolder, 'path' | 'ageCategory'>
  readonly beginning: Beginning
  readonly visitorCeiling: AgeCategory
  readonly mayListen: boolean
}

const untouched: Omit<Draft, 'mayListen'> = {
  account: { username: '', password: '', repeated: '', code: '' },
  folders: [],
  open: { path: '', ageCategory: 'all' },
  beginning: 'folders',
  visitorCeiling: 'all',
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

const storedAs = 'setup.draft'

const open = { path: v.string(), ageCategory: v.picklist(ageCategories) }
const Kept = v.object({
  username: v.string(),
  folders: v.array(v.object({ ...open, found: v.optional(v.string()) })),
  open: v.object(open),
  beginning: v.picklist(beginnings),
  visitorCeiling: v.picklist(ageCategories),
  mayListen: v.boolean(),
})

/** Returns the draft of this tab as it was before a reload; a new one where there is none. `mayListen` is its first proposal. */
export function recallDraft(mayListen: boolean): Draft {
  try {
    const kept = v.parse(Kept, JSON.parse(sessionStorage.getItem(storedAs) ?? 'null'))
    const { username, ...others } = kept
    return { ...others, account: { ...untouched.account, username } }
  } catch {
    return { ...untouched, mayListen }
  }
}

/** Keeps a draft as long as this tab stands. A password and the code of the server are secrets: they are typed again. */
export function keepDraft({ account, ...others }: Draft): void {
  try {
    sessionStorage.setItem(storedAs, JSON.stringify({ ...others, username: account.username }))
  } catch {
    // Storage may be full or forbidden: it is kept as long as the page stands.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storedAs)
  } catch {
    // What cannot be removed was never kept.
  }
}
