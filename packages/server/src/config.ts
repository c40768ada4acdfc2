/** Reads the environment variables once. Every variable has a default and an error message, and all problems are reported at once. */
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import * as v from 'valibot'
import { type OidcOverrides, readOidcEnvironment } from './domain/oidc.rules.ts'
import { readDriveEnvironment } from './features/drives/app-environment.ts'
import type { AppPlacements, FixedApps } from './features/drives/apps.ts'
import type { TlsFiles } from './http/own-tls.ts'
import { isLoopback } from './lib/addresses.rules.ts'
import { type CacheLimits, defaultCaches, defaultFloorBytes, mebibyte } from './lib/free-space.ts'
import { findProxyProblems, proxyEntries } from './proxy-config.ts'

/** `api` handles requests, `worker` runs tasks, `all` does both. */
export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly backupFolder: string
  /** Tasks and caches stop writing if less space is free on the disk of the data folder. */
  readonly minFreeBytes: number
  readonly cacheBytes: CacheLimits
  readonly databaseUrl: string | undefined
  /** The URL of the same PostgreSQL without a pooler. */
  readonly directDatabaseUrl: string | undefined
  readonly role: Role
  readonly threads: number
  /** Encrypts the secrets in the database, instead of a key file in the data folder. */
  readonly secretKey: string | undefined
  /** The new key for `koedana rotate-secret`. */
  readonly newSecretKey: string | undefined
  /** The URL at which browsers reach this server, without a trailing slash. */
  readonly publicUrl: string | undefined
  /** Addresses or CIDR ranges whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[]
  readonly storageRoots: readonly string[] | undefined
  readonly ffmpegPath: string
  /** The internal path by which a reverse proxy sends local files itself (ADR 0051). */
  readonly accelRedirect: string | undefined
  /** Required to read the metrics, at `/metrics` and on the separate port. */
  readonly metricsToken: string | undefined
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  /** Serves HTTPS with these files; plain HTTP without them. */
  readonly tls: TlsFiles | undefined
  readonly hasRateLimits: boolean
  /** The OAuth clients of drive providers; others are entered in the browser. */
  readonly driveApps: FixedApps
  /** National clouds and tenants of the OAuth clients. */
  readonly drivePlacements: AppPlacements
  /** Overrides for login through a provider; the rest is set in the browser. */
  readonly oidc: OidcOverrides
  /** The header in which trusted proxies send the username. */
  readonly proxyUserHeader: string | undefined
  readonly proxySecret: string | undefined
  /** For tests: one URL that replaces all drive providers. */
  readonly driveGateway: string | undefined
}

const portOf = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      `${name} must be a number from 0 to 65535.`,
    ),
    v.transform(Number),
  )

const mebibytes = (name: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `${name} must be a whole number of MiB.`),
    v.transform((text) => Number(text) * mebibyte),
  )

/** Each thread takes memory, and more threads than CPU cores do not help. */
export const maxThreads = 256

export const isThreadCount = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= maxThreads

const Threads = v.pipe(
  v.string(),
  v.check(isThreadCount, `THREADS must be a whole number from 1 to ${maxThreads}.`),
  v.transform(Number),
)

/** Servers that need more threads set THREADS. */
const maxDefaultThreads = 8

/**
 * On SQLite, one core is left for the writer, builds and tasks. On PostgreSQL, each thread would need 17 of its 100 connections, so
 * more threads must be requested explicitly.
 */
const defaultThreads = (isPostgres: boolean) =>
  isPostgres ? 1 : Math.max(1, Math.min(availableParallelism() - 1, maxDefaultThreads))

const postgresUrl = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^postgres(ql)?:$/.test(protocolOf(text)),
      `${name} must look like postgres://user:password@host:5432/name.`,
    ),
  )

const Environment = v.object({
  PORT: v.optional(portOf('PORT'), '8330'),
  HOST: v.optional(
    v.pipe(v.string(), v.check(isHost, 'HOST must be an IP address or a host name.')),
    '127.0.0.1',
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1, 'DATA_DIR must name a folder.')), './data'),
  BACKUP_DIR: v.optional(v.string()),
  MIN_FREE_MIB: v.optional(mebibytes('MIN_FREE_MIB')),
  FORMS_MIB: v.optional(mebibytes('FORMS_MIB')),
  UNPACKED_MIB: v.optional(mebibytes('UNPACKED_MIB')),
  DATABASE_URL: v.optional(postgresUrl('DATABASE_URL')),
  DATABASE_URL_DIRECT: v.optional(postgresUrl('DATABASE_URL_DIRECT')),
  ROLE: v.optional(v.picklist(roles, 'ROLE must be all, api or worker.'), 'all'),
  THREADS: v.optional(Threads),
  SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'SECRET_KEY must have 32 characters or more.'))),
  NEW_SECRET_KEY: v.optional(
    v.pipe(v.string(), v.minLength(32, 'NEW_SECRET_KEY must have 32 characters or more.')),
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^https?:$/.test(protocolOf(text)),
        'PUBLIC_URL must start with http:// or https://.',
      ),
      v.check(
        (text) =>
          !/^https?:/i.test(text) || /^https?:\/\/[^/?#]+(\/(?!\.{1,2}(\/|$))[\w.~-]+)*\/*$/i.test(text),
        'PUBLIC_URL is a name, with a path of letters, digits, . _ ~ and - or without, as https://house.example/koedana.',
      ),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
  ),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
      v.check(
        (list) => list.every(isAddressRange),
        'TRUSTED_PROXIES must be IP addresses or ranges such as 10.0.0.0/8, separated by commas.',
      ),
    ),
    '',
  ),
  STORAGE_ROOTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(delimiter).filter(Boolean)),
      v.check(
        (list) => list.every((path) => isAbsolute(path)),
        `STORAGE_ROOTS must be full paths of folders, separated by "${delimiter}".`,
      ),
    ),
  ),
  ACCEL_REDIRECT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\/[\w/-]*\w\/?$/, 'ACCEL_REDIRECT must be a path of the proxy, such as /koedana-files.'),
      v.transform((text) => text.replace(/\/$/, '')),
    ),
  ),
  ...proxyEntries,
  FFMPEG_PATH: v.optional(v.string(), 'ffmpeg'),
  DRIVE_GATEWAY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^https?:$/.test(protocolOf(text)),
        'DRIVE_GATEWAY must start with http:// or https://.',
      ),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.minLength(16, 'METRICS_TOKEN must have 16 characters or more.')),
  ),
  METRICS_PORT: v.optional(portOf('METRICS_PORT')),
  METRICS_HOST: v.optional(
    v.pipe(v.string(), v.check(isHost, 'METRICS_HOST must be an IP address or a host name.')),
    '127.0.0.1',
  ),
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  RATE_LIMITS: v.optional(v.picklist(['on', 'off'], 'RATE_LIMITS must be on or off.'), 'on'),
})

/** The names of all variables, except those of providers, which are listed separately. */
export const settingNames: readonly string[] = Object.keys(Environment.entries)

export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

function findContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const found = findProxyProblems(given)
  if (given.DATABASE_URL_DIRECT !== undefined && given.DATABASE_URL === undefined)
    found.push('DATABASE_URL_DIRECT needs DATABASE_URL: it is the same database without a pooler.')
  if ((given.TLS_CERT === undefined) !== (given.TLS_KEY === undefined))
    found.push('TLS_CERT and TLS_KEY belong together.')
  return found
}

/** Throws a `ConfigError` with all problems. Empty variables count as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = v.safeParse(Environment, given)
  const [oidc, drives] = [readOidcEnvironment(given), readDriveEnvironment(given)]
  const issues = result.issues?.map(({ message }) => message) ?? []
  const problems = [...issues, ...oidc.problems, ...drives.problems, ...findContradictions(given)]
  if (!result.success || problems.length > 0) throw new ConfigError(problems)
  const read = result.output
  return {
    port: read.PORT,
    host: read.HOST,
    dataFolder: resolve(read.DATA_DIR),
    backupFolder: resolve(read.BACKUP_DIR ?? join(read.DATA_DIR, 'backups')),
    minFreeBytes: read.MIN_FREE_MIB ?? defaultFloorBytes,
    cacheBytes: {
      forms: read.FORMS_MIB ?? defaultCaches.forms,
      unpacked: read.UNPACKED_MIB ?? defaultCaches.unpacked,
    },
    databaseUrl: read.DATABASE_URL,
    directDatabaseUrl: read.DATABASE_URL_DIRECT,
    role: read.ROLE,
    threads: read.THREADS ?? defaultThreads(read.DATABASE_URL !== undefined),
    secretKey: read.SECRET_KEY,
    newSecretKey: read.NEW_SECRET_KEY,
    publicUrl: read.PUBLIC_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    storageRoots: read.STORAGE_ROOTS,
    accelRedirect: read.ACCEL_REDIRECT,
    ffmpegPath: read.FFMPEG_PATH,
    metricsToken: read.METRICS_TOKEN,
    metricsPort: read.METRICS_PORT,
    metricsHost: read.METRICS_HOST,
    tls: read.TLS_CERT && read.TLS_KEY ? { cert: read.TLS_CERT, key: read.TLS_KEY } : undefined,
    hasRateLimits: read.RATE_LIMITS === 'on',
    oidc: oidc.fixed,
    proxyUserHeader: read.PROXY_USER_HEADER,
    proxySecret: read.PROXY_SECRET,
    driveApps: drives.apps,
    drivePlacements: drives.placements,
    driveGateway: read.DRIVE_GATEWAY,
  }
}

/** Returns whether the server is meant for other machines. A caller on loopback may then be a proxy. */
export function isPublished({ publicUrl, trustedProxies, host }: Config): boolean {
  return publicUrl !== undefined || trustedProxies.length > 0 || !(host === 'localhost' || isLoopback(host))
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
