/** Examines a linked account for the dashboard and the command line: returns the steps, and a report without secrets. */
import type { examineDrive } from '@koedana/contract/drives.ts'
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import type { Vault } from '../../lib/vault.ts'
import { type Drives, findDrive } from '../storages/drives/open-drives.ts'
import { about } from '../system/about.ts'
import type { DriveApps } from './apps.ts'
import { examine } from './doctor.ts'
import { reportOf } from './doctor-report.rules.ts'
import type { DriveAccountRow } from './drives.store.ts'
import type { Tokens } from './oauth.ts'
import { openTokens } from './tokens.ts'

export interface ExaminationSources {
  readonly vault: Vault
  readonly apps: DriveApps
  readonly drives: Pick<Drives, 'callsOf' | 'streamOf'>
  readonly now: () => Date
}

export interface ExaminationRequest {
  readonly row: DriveAccountRow
  /** Whether the report may contain the name of the file that was read. */
  readonly hasNames: boolean
}

/** Returns undefined if the provider is not supported. */
export async function examineAccount(
  { vault, apps, drives, now }: ExaminationSources,
  { row, hasNames }: ExaminationRequest,
): Promise<ResponseBody<typeof examineDrive> | undefined> {
  const { provider, account_id: accountId, name } = row
  const drive = findDrive(provider)
  if (!drive) return undefined
  const app = await apps.find(provider)
  const tokens = heldOf(vault, row)
  const calls = drives.callsOf(drive, String(row.key))
  const { steps, seen, path } = await examine({
    drive,
    calls,
    stream: drives.streamOf(drive),
    accountId,
    tokens,
  })
  const kept = [tokens.accessToken, tokens.refreshToken ?? '', app?.clientId ?? '', app?.clientSecret ?? '']
  const report = reportOf({
    provider,
    versions: `${about.name} ${about.version}, Node ${process.version}, ${process.platform}`,
    at: now(),
    steps,
    secrets: [...kept, ...Object.values(tokens.extra), accountId, name, ...seen],
    ...(hasNames && { path }),
  })
  return {
    isGood: steps.every(({ state }) => state !== 'failed'),
    steps: steps.map(({ step, state, finding }) => ({ step, state, finding })),
    report,
  }
}

/** Returns the tokens, or none if they cannot be decrypted; the first step reports that. */
function heldOf(vault: Vault, row: DriveAccountRow): Tokens {
  try {
    return row.tokens === null ? none : openTokens(vault, row)
  } catch {
    return none
  }
}

const none: Tokens = { accessToken: '', refreshToken: null, expiresAt: null, extra: {} }
