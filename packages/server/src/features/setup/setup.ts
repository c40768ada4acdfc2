/** Whether the server still waits for its first administrator, and the code of those who are not at the machine. */
import type { Db } from '../../db/schema.ts'
import type { Vault } from '../../lib/vault.ts'
import { hasAdministrator } from '../auth/new-account.store.ts'
import { setupCodeOf } from './setup.rules.ts'

export interface FirstRun {
  readonly isNeeded: () => Promise<boolean>
  /** Printed at the start; the same on every server that has the same secret key, which only whoever runs them knows. */
  readonly code: string
  /** Whether the server is meant for other machines: everybody has to type the code then. */
  readonly isPublished: boolean
}

export function createFirstRun(db: Db, vault: Vault, isPublished: boolean): FirstRun {
  let isDone = false
  return {
    isNeeded: async () => {
      // The last administrator stays one: what is done once is done for good.
      isDone ||= await hasAdministrator(db)
      return !isDone
    },
    code: setupCodeOf(vault.digest('first administrator', 'setup code')),
    isPublished,
  }
}
