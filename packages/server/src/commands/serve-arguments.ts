/** The arguments of `koedana serve`, which go before the settings of the environment. */
import { type Config, isThreadCount, type Role, roles, threadsWords } from '../config.ts'
import { UsageError } from '../lib/app-error.ts'

/** Throws a `UsageError`. */
export function readServeArguments(config: Config, args: readonly string[]): Config {
  const given = new Map<string, string>()
  const words = args.flatMap((arg) => {
    const at = arg.indexOf('=')
    return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)]
  })
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at] ?? ''
    if (!names.has(name) || given.has(name)) throw new UsageError(taken)
    given.set(name, words[at + 1] ?? '')
  }
  return {
    ...config,
    role: roleIn(config, given.get('--role')),
    threads: threadsIn(config, given.get('--threads')),
  }
}

const names = new Set(['--role', '--threads'])
const taken = `koedana serve takes --role ${roles.join('|')} and --threads N, and nothing else.`

function roleIn(config: Config, given: string | undefined): Role {
  const role = given === undefined ? config.role : roles.find((one) => one === given)
  if (role === undefined) throw new UsageError(taken)
  if (role !== 'all' && config.databaseUrl === undefined)
    throw new UsageError(
      `A server of the role ${role} needs PostgreSQL (DATABASE_URL): SQLite has one server alone.`,
    )
  return role
}

function threadsIn({ threads }: Config, given: string | undefined): number {
  if (given === undefined) return threads
  if (!isThreadCount(given)) throw new UsageError(threadsWords('--threads'))
  return Number(given)
}
