/** Knows whether the server still needs its first administrator, and the code for a setup from another machine. */
import type { Db } from '../../db/schema.ts'
import type { Vault } from '../../lib/vault.ts'
import { hasAdministrator } from '../auth/new-account.store.ts'
import { setupCodeOf } from './setup.rules.ts'

export interface FirstRun {
  readonly isNeeded: () => Promise<boolean>
  /** Printed at startup. Servers with the same secret key have the same code. */
  readonly code: string
  /** Whether the server can be reached from other machines. The code is then always required. */
  readonly isPublished: boolean
}

export function createFirstRun(db: Db, vault: Vault, isPublished: boolean): FirstRun {
  let isDone = false
  return {
    isNeeded: async () => {
      // The last administrator cannot be removed, so a finished setup stays finished.
      isDone ||= await hasAdministrator(db)
      return !isDone
    },
    code: setupCodeOf(vault.digest('first administrator', 'setup code')),
    isPublished,
  }
}
