import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { Message } from '../../../../lib/messages/messages.rules.ts'
import { type FileLoss, isMassLoss, type StorageState } from '../../../library/scan/storage-state.rules.ts'

/** Result of checking a file that has been missing for long. */
export type FileState = 'gone' | 'here' | 'unreadable'

export type Fate = 'trash' | 'keep' | { readonly skipped: TaskReason }

export interface Consent {
  readonly dryRun: boolean
  readonly allowMassLoss: boolean
}

export type SkipReason = Extract<TaskReason, 'storageOff' | 'notMounted' | 'massLoss'>

/** Returns why the files of a storage are skipped; undefined if they are not. */
export function skipReasonOf(state: StorageState, { allowMassLoss }: Consent): SkipReason | undefined {
  if (state === 'notMounted') return 'notMounted'
  return state === 'emptied' && !allowMassLoss ? 'massLoss' : undefined
}

/** A file that is back is kept. The next scan finds it. */
export function fateOf(seen: FileState): Fate {
  if (seen === 'unreadable') return { skipped: 'folderUnreadable' }
  return seen === 'gone' ? 'trash' : 'keep'
}

/** Returns undefined if there is nothing to stop for. `root` is the storage of the files; works are counted without it. */
export function massLossOf(loss: FileLoss, root?: string): Message | undefined {
  if (!isMassLoss(loss)) return undefined
  const { lost, total } = loss
  const counts = { lost, total, share: lost / total }
  return root === undefined
    ? { code: 'clean.losesWorks', values: counts }
    : { code: 'clean.losesFiles', values: { ...counts, root } }
}
