/** `koedana drive doctor` and `koedana drive import-rclone`. Both also work while the server runs. */
import { readFile, stat } from 'node:fs/promises'
import type { DriveProvider } from '@koedana/contract/drives.ts'
import { maxRcloneBytes, type RcloneState } from '@koedana/contract/rclone.ts'
import type { Config } from '../config.ts'
import { listAccounts } from '../features/drives/drives.store.ts'
import { type ExaminationSources, examineAccount } from '../features/drives/examine-account.ts'
import { LinkRejected, type LinkSources } from '../features/drives/linked-account.ts'
import { importRemote, readRemotes } from '../features/drives/rclone/import-rclone.ts'
import type { Remote } from '../features/drives/rclone/rclone-remotes.rules.ts'
import { about } from '../features/system/about.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { UsageError } from '../lib/app-error.ts'
import { createLog } from '../lib/log.ts'
import { createOutbound } from '../lib/outbound.ts'
import { printableName } from '../lib/printable.rules.ts'
import { openLinkedDrives } from '../open-base.ts'
import { resolveUserPath, withDatabase } from './with-database.ts'

type DriveAction = (sources: LinkSources & ExaminationSources) => Promise<number>

async function withSources(config: Config, act: DriveAction): Promise<number> {
  return withDatabase(config, async ({ write }) => {
    const vault = await openVault({ ...config, write })
    const outbound = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalog)` })
    const given = { ...config, write, vault, outbound, now: () => new Date(), log: createLog('silent') }
    return act({ ...given, ...openLinkedDrives(given) }).finally(outbound.close)
  })
}

type Sources = Pick<LinkSources, 'write'> & ExaminationSources

export interface ExamineOptions {
  readonly provider?: DriveProvider | undefined
  readonly names?: boolean | undefined
}

/** Checks the linked accounts of a provider, or of all. Returns 0 if all are fine. */
export function examineDrives(config: Config, { provider, names }: ExamineOptions): Promise<number> {
  return withSources(config, (sources) => examineAll(sources, { provider, hasNames: names === true }))
}

interface Examination {
  readonly provider: DriveProvider | undefined
  readonly hasNames: boolean
}

async function examineAll(sources: Sources, { provider, hasNames }: Examination): Promise<number> {
  const rows = (await listAccounts(sources.write)).filter(
    (row) => provider === undefined || row.provider === provider,
  )
  if (rows.length === 0) {
    console.log('No such drive is linked. Link one at /admin/storages.')
    return 1
  }
  let isGood = true
  for (const row of rows) {
    const found = await examineAccount(sources, { row, hasNames })
    isGood &&= found?.isGood === true
    console.log(found?.report ?? `${row.provider}: not supported by this version.\n`)
  }
  return isGood ? 0 : 1
}

export interface RcloneOptions {
  readonly file: string
  /** The remotes to link, by their number in the list. If empty, the remotes are listed. */
  readonly numbers: readonly string[]
}

/** Links accounts from an rclone configuration. The file is read before the database is opened. */
export async function importRclone(config: Config, { file, numbers }: RcloneOptions): Promise<number> {
  const text = await readConfiguration(resolveUserPath(file))
  return withSources(config, async (sources) => {
    const { is, remotes } = await readRemotes(sources, text)
    if (is === 'encrypted')
      throw new UsageError(
        'The configuration is encrypted. Write the output of `rclone config show` to a file and use that file.',
      )
    if (is === 'nothing') throw new UsageError(`${file} is not an rclone configuration, or it is empty.`)
    if (numbers.length > 0) return linkRemotes(sources, remotes, numbers)
    for (const remote of remotes) console.log(lineOf(remote))
    console.log('Nothing was linked. Run the command again with the numbers of the remotes to link.')
    return 0
  })
}

async function readConfiguration(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`${path} is not a file.`)
  if (found.size > maxRcloneBytes) throw new UsageError(`${path} is too large for an rclone configuration.`)
  return readFile(path, 'utf8')
}

const sentences: Readonly<Record<RcloneState, string>> = {
  ready: 'can be linked',
  noClientId: 'has no client ID and secret of its own: its token works only in rclone',
  noToken: 'has no account, or its token cannot be renewed',
  crypt: 'is encrypted by rclone, which Koedana cannot read',
  storage: 'is not a drive account: add it at /admin/storages',
  unknownType: 'has an unsupported type',
  serviceAccount: 'uses a service account, which is not supported',
  elsewhere: 'uses addresses that differ from those of its provider',
  otherApp: 'has a different client ID than the linked accounts or a remote above',
  twice: 'has the same name as another remote',
}

/** Removes control characters from names, because terminals would interpret them. */
const lineOf = ({ number, name, type, state }: Remote) =>
  [number, printableName(name), printableName(type), sentences[state]].join('\t')

async function linkRemotes(
  sources: LinkSources,
  remotes: readonly Remote[],
  numbers: readonly string[],
): Promise<number> {
  const chosen = numbers.map((number) => {
    const remote = remotes.find((one) => String(one.number) === number)
    if (!remote) throw new UsageError(`There is no remote ${number}.`)
    if (!remote.taken) throw new UsageError(`${lineOf(remote)}.`)
    return { ...remote, taken: remote.taken }
  })
  let refused = 0
  for (const { name, taken } of chosen) {
    try {
      const account = await importRemote(sources, taken)
      console.log(`${printableName(name)} is linked: ${taken.provider}, ${printableName(account.name)}`)
    } catch (error) {
      if (!(error instanceof LinkRejected)) throw error
      refused += 1
      console.error(`${printableName(name)} was not linked: ${reasons[error.reason] ?? error.reason}`)
    }
  }
  return refused === 0 ? 0 : 1
}

const reasons: Readonly<Partial<Record<LinkRejected['reason'], string>>> = {
  app: 'the provider rejected the client ID or secret.',
  code: 'the provider no longer accepts the token.',
  scope: 'the token does not allow reading.',
  away: 'the provider is unreachable or sent an unexpected response.',
}
