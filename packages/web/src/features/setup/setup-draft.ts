/** The decisions of the setup so far; they are sent together at the end. */
import type { Setup } from '@koedana/contract/setup.ts'
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'
import * as v from 'valibot'

export interface ChosenFolder {
  readonly path: string
  readonly ageCategory: AgeCategory
  /** A text that describes its contents. */
  readonly found?: string | undefined
}

export interface Account {
  readonly username: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}

/** What the library starts with: own folders, demo works, or an import from another server. */
const beginnings = ['folders', 'demo', 'moving'] as const
export type Beginning = (typeof beginnings)[number]

export interface Draft {
  readonly account: Account
  readonly folders: readonly ChosenFolder[]
  /** The typed or browsed folder that is not added yet. */
  readonly open: Pick<ChosenFolder, 'path' | 'ageCategory'>
  readonly beginning: Beginning
  readonly visitorCeiling: AgeCategory
  readonly mayListen: boolean
}

const emptyDraft: Omit<Draft, 'mayListen'> = {
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

const storageKey = 'setup.draft'

const open = { path: v.string(), ageCategory: v.picklist(ageCategories) }
const StoredDraft = v.object({
  username: v.string(),
  folders: v.array(v.object({ ...open, found: v.optional(v.string()) })),
  open: v.object(open),
  beginning: v.picklist(beginnings),
  visitorCeiling: v.picklist(ageCategories),
  mayListen: v.boolean(),
})

/** Returns this tab's draft from before a reload, or a new one. `mayListen` is the default of the new one. */
export function readDraft(mayListen: boolean): Draft {
  try {
    const kept = v.parse(StoredDraft, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    const { username, ...others } = kept
    return { ...others, account: { ...emptyDraft.account, username } }
  } catch {
    return { ...emptyDraft, mayListen }
  }
}

/** Stores the draft in this tab. The password and the setup code are secrets, so they must be entered again. */
export function storeDraft({ account, ...others }: Draft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...others, username: account.username }))
  } catch {
    // Storage may be full or forbidden: the draft is then lost on reload.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}
