/** A copy of a filled folder with an administrator, and clients of a server. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { addAccount } from '@koedana/server/commands/user.ts'
import { migrate } from '@koedana/server/db/migrate.ts'
import { type DatabaseLocation, openDatabase } from '@koedana/server/db/open.ts'
import { snapshotFile } from '@koedana/server/features/works/index/snapshot-file.ts'
import { createPasswords } from '@koedana/server/lib/password.ts'
import type { BenchServer } from './bench-server.ts'

const account = { username: 'keeper', password: 'lantern moss 7' }

/** The caller must remove the copy. */
export async function copyWithAdmin(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-bench-'))
  cpSync(source, folder, { recursive: true })
  await addAdmin({ folder })
  return folder
}

/** Makes the server build its index again: works that a benchmark wrote without the change feed are in no snapshot. */
export const dropSnapshot = (folder: string): void => rmSync(snapshotFile(folder), { force: true })

/** Also migrates the database. */
export async function addAdmin(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location)
  await migrate(database)
  const passwordHash = await createPasswords().hash(account.password)
  const { username } = account
  const at = new Date().toISOString()
  await addAccount(database.write, { username, passwordHash, role: roleOf.admin, ageRestriction: 'r18', at })
  await database.close()
}

export async function loginAsAdmin(server: BenchServer): Promise<Call> {
  const { token } = await clientOf(server, undefined)(api.login, { body: account })
  return clientOf(server, token)
}

/** Returns a client with this token, or a visitor's without one. */
export const clientOf = ({ origin }: BenchServer, token: string | undefined): Call =>
  createClient({
    baseUrl: origin + basePath,
    fetch: (url, init) => fetch(url, init),
    language: () => 'en-US',
    token: () => token,
  })
