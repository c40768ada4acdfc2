import type { TaskReason } from '@koedana/contract/tasks.ts'
import { isMassLoss, type Loss, type StorageState } from '../../../library/scan/storage-state.rules.ts'

/** Result of checking a file that has been missing for long. */
export type SeenFile = 'gone' | 'here' | 'unreadable'

export type Fate = 'trash' | 'keep' | { readonly skipped: TaskReason }

export interface Consent {
  readonly dryRun: boolean
  readonly allowMassLoss: boolean
}

/** Returns why the files of a storage are skipped, or undefined if they are not. */
export function reasonToPassOver(state: StorageState, { allowMassLoss }: Consent): TaskReason | undefined {
  if (state === 'notMounted') return 'notMounted'
  return state === 'emptied' && !allowMassLoss ? 'massLoss' : undefined
}

/** A file that is back is kept. The next scan finds it. */
export function fateOf(seen: SeenFile): Fate {
  if (seen === 'unreadable') return { skipped: 'folderUnreadable' }
  return seen === 'gone' ? 'trash' : 'keep'
}

/** Returns a sentence that explains the mass loss, or undefined if there is none. */
export function massLossOf(what: string, loss: Loss): string | undefined {
  if (!isMassLoss(loss)) return undefined
  const share = Math.round((loss.lost / loss.total) * 100)
  return `${loss.lost} of ${loss.total} ${what} would be moved to the trash at once (${share}%).`
}

export const stopsHere =
  'Nothing was changed. Check that all disks are connected. If this is intended, clean again and accept the large loss.'
