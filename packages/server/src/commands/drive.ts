/** `koedana drive doctor | import-rclone …`: linked drives, for who sits at the machine, also beside a running server. */
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { DriveProvider, driveProviders } from '@koedana/contract/drives.ts'
import { mostRcloneBytes, type RcloneState } from '@koedana/contract/rclone.ts'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { listAccounts } from '../features/drives/drives.store.ts'
import { type ExaminationSources, examineAccount } from '../features/drives/examine-account.ts'
import { LinkRefused, type LinkSources } from '../features/drives/linked-account.ts'
import { importRemote, readRemotes } from '../features/drives/rclone/import-rclone.ts'
import type { Remote } from '../features/drives/rclone/rclone-remotes.rules.ts'
import { about } from '../features/system/about.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { UsageError } from '../lib/app-error.ts'
import { createLog } from '../lib/log.ts'
import { createOutbound } from '../lib/outbound.ts'
import { printableName } from '../lib/printable.rules.ts'
import { openLinkedDrives } from '../open-base.ts'
import { givenPath, withDatabase } from './with-database.ts'

export async function drive(config: Config, [action, ...args]: readonly string[]): Promise<number> {
  if (action === 'doctor') return withSources(config, driveDoctor(args))
  if (action === 'import-rclone') return withSources(config, await importRclone(args))
  throw new UsageError(`What about which drive? ${doctorUsage}, or ${importUsage}`)
}

type Act = (sources: LinkSources & ExaminationSources) => Promise<number>

async function withSources(config: Config, act: Act): Promise<number> {
  return withDatabase(config, async ({ write }) => {
    const vault = await openVault({ ...config, write })
    const outbound = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
    const given = { ...config, write, vault, outbound, now: () => new Date(), log: createLog('silent') }
    return act({ ...given, ...openLinkedDrives(given) }).finally(outbound.close)
  })
}

/** `koedana drive doctor [PROVIDER] [--names]`: examines linked accounts. */
const doctorUsage = 'koedana drive doctor [PROVIDER] [--names]'

type Sources = Pick<LinkSources, 'write'> & ExaminationSources

function driveDoctor(args: readonly string[]): (sources: Sources) => Promise<number> {
  const order = readArguments(args)
  return (sources) => examineAll(sources, order)
}

interface Order {
  readonly provider: DriveProvider | undefined
  readonly hasNames: boolean
}

function readArguments(args: readonly string[]): Order {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { names: { type: 'boolean' } },
  })
  const [name, ...more] = positionals
  const provider = v.safeParse(v.optional(DriveProvider), name)
  if (!provider.success || more.length > 0)
    throw new UsageError(`Which provider? ${driveProviders.join(', ')}. ${doctorUsage}`)
  return { provider: provider.output, hasNames: values.names === true }
}

/** 0 if there is nothing wrong with any of them. */
async function examineAll(sources: Sources, { provider, hasNames }: Order): Promise<number> {
  const rows = (await listAccounts(sources.write)).filter(
    (row) => provider === undefined || row.provider === provider,
  )
  if (rows.length === 0) {
    console.log('No such drive is linked: /admin/storages links one.')
    return 1
  }
  let isGood = true
  for (const row of rows) {
    const found = await examineAccount(sources, { row, hasNames })
    isGood &&= found?.isGood === true
    console.log(found?.report ?? `${row.provider}: this version does not speak to it.\n`)
  }
  return isGood ? 0 : 1
}

/** `koedana drive import-rclone PATH [NUMBER…]`: links accounts by an rclone configuration. */
const importUsage = 'koedana drive import-rclone PATH [NUMBER…]'

/** Reads the configuration before any database is opened. */
async function importRclone([path, ...numbers]: readonly string[]): Promise<
  (sources: LinkSources) => Promise<number>
> {
  if (path === undefined) throw new UsageError(`Which configuration? ${importUsage}`)
  const text = await readConfiguration(givenPath(path))
  return async (sources) => {
    const { is, remotes } = await readRemotes(sources, text)
    if (is === 'encrypted')
      throw new UsageError('It is encrypted. `rclone config show` prints it in clear: put that into a file.')
    if (is === 'nothing')
      throw new UsageError(`${path} is no rclone configuration, or there is nothing in it.`)
    if (numbers.length > 0) return take(sources, remotes, numbers)
    for (const remote of remotes) console.log(lineOf(remote))
    console.log(`Nothing was linked. Add the numbers of those that are to be: ${importUsage}`)
    return 0
  }
}

async function readConfiguration(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`${path} is no file.`)
  if (found.size > mostRcloneBytes) throw new UsageError(`${path} is larger than any rclone configuration.`)
  return readFile(path, 'utf8')
}

const sentences: Readonly<Record<RcloneState, string>> = {
  ready: 'can be linked',
  noClientId: 'has no client id and secret of its own: its token is good for rclone alone',
  noToken: 'has no account, or its token cannot be renewed',
  crypt: 'encrypts what lies on another one, which cannot be read here',
  storage: 'is no account: add it at /admin/storages',
  unknownType: 'is of a type that is not known here',
  serviceAccount: 'logs in by a key of its own, which is not done here',
  elsewhere: 'is at other addresses than those that are known of its provider',
  otherApp: 'has another client id than the accounts that are linked, or than a remote above',
  twice: 'has a name that several have',
}

/** Names may hold anything, and a terminal does what control characters say. */
const lineOf = ({ number, name, type, state }: Remote) =>
  [number, printableName(name), printableName(type), sentences[state]].join('\t')

async function take(
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
      if (!(error instanceof LinkRefused)) throw error
      refused += 1
      console.error(`${printableName(name)} was not linked: ${reasons[error.reason] ?? error.reason}`)
    }
  }
  return refused === 0 ? 0 : 1
}

const reasons: Readonly<Partial<Record<LinkRefused['reason'], string>>> = {
  app: 'the provider refuses client id or secret.',
  code: 'the provider does not take its token any more.',
  scope: 'the token does not give the right to read.',
  away: 'the provider did not respond as it should.',
}
