/** `koedana drive import-rclone PATH [NUMBER…]`: links accounts by an rclone configuration. */
import { readFile, stat } from 'node:fs/promises'
import { mostRcloneBytes, type RcloneState } from '@koedana/contract/rclone.ts'
import { LinkRefused, type LinkSources } from '../features/drives/link.ts'
import { importRemote, readRemotes } from '../features/drives/rclone/import-rclone.ts'
import type { Remote } from '../features/drives/rclone/rclone-remotes.rules.ts'
import { UsageError } from '../lib/app-error.ts'
import { printableName } from '../lib/printable.rules.ts'
import { givenPath } from './with-database.ts'

export const importUsage = 'koedana drive import-rclone PATH [NUMBER…]'

/** Reads the configuration before any database is opened. */
export async function importRclone([path, ...numbers]: readonly string[]): Promise<
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
