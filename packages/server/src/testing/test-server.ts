/** The real app with a real database, called by the typed client: `const { call, make, signIn } = await world(engine)`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { basePath } from '@koedana/contract/base-path.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import type { User } from '@koedana/contract/session.ts'
import { type AgeCategory, type Locale, type Role, roleOf } from '@koedana/contract/values.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { compatibilityApisOf } from '../compatibility-apis.ts'
import { saveSetting } from '../db/settings.store.ts'
import { type Deps, openDeps } from '../deps.ts'
import { nameColumns } from '../domain/user.rules.ts'
import type { WriteSamples } from '../features/demo/write-in-thread.ts'
import type { AppPlacements } from '../features/drives/apps.ts'
import { scanInProcess } from '../features/library/testing/scan-in-process.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import type { TaskKinds } from '../features/tasks/run/runner.ts'
import { createWorkPreview } from '../features/works/work-preview.ts'
import type { Rates } from '../http/rates.ts'
import type { SpaceShortageCheck } from '../lib/free-space.ts'
import { newId } from '../lib/ids.ts'
import { createLog, type Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { PasswordCost } from '../lib/password.ts'
import { routesOf } from '../routes.ts'
import type { ThreadGroup } from '../threads/group.ts'
import type { Membership } from '../threads/membership.ts'
import { buildInThread } from './build-in-thread.ts'
import type { Engine } from './engines.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'

export interface World {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** Returns a client of a visitor with this language (English by default). */
  readonly as: (locale: Locale) => Call
  readonly call: Call
  /** Creates an account and opens a session. */
  readonly signIn: (account?: Account) => Promise<SignedInPerson>
  /** Returns a client that uses this token, in English. */
  readonly bearing: (token: string) => Call
  /** Stores works at the given time (now by default), and waits until lists contain them. */
  readonly make: (works: readonly FeedWork[], at?: string) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Account {
  readonly username?: string
  /** Without it, the account has no password login. */
  readonly password?: string
  readonly role?: Role
  readonly ageRestriction?: AgeCategory
}

export interface SignedInPerson {
  readonly user: User
  readonly token: string
  readonly call: Call
}

export interface Given {
  readonly visitorCeiling?: AgeCategory
  /** Nothing is logged without it. */
  readonly log?: Log
  /** Whether scans run in a separate thread, which canceling a task terminates. By default they run in the thread of the test. */
  readonly scansInThread?: boolean
  readonly webFolder?: string
  /** Whether compatibility APIs are mounted. Their 360 routes take most of the startup time. */
  readonly hasDoors?: boolean
  readonly taskKinds?: TaskKinds
  readonly rates?: Rates
  readonly publicUrl?: string
  /** The internal path by which a local proxy sends files (X-Accel-Redirect). */
  readonly accelRedirect?: string
  /** Login by proxy: the header with the username, its secret, and the trusted proxies. */
  readonly proxyUserHeader?: string
  readonly proxySecret?: string
  readonly trustedProxies?: readonly string[]
  /** The base URL that replaces all drive providers. */
  readonly driveGateway?: string
  readonly drivePlacements?: AppPlacements
  readonly isPublished?: boolean
  /** The cost of password hashing; minimal by default. */
  readonly passwordCost?: PasswordCost
  /** Enables metrics, and serves them with this token. */
  readonly metrics?: { readonly metrics: Metrics; readonly token: string }
  readonly isShort?: SpaceShortageCheck
  readonly group?: ThreadGroup
  readonly member?: Membership
  /** Writes the files of demo works. By default the server thread has none. */
  readonly writeSamples?: WriteSamples
  readonly now?: () => Date
  readonly databaseLimitMs?: number
}

export async function startTestServer(engine: Engine, given: Given = {}): Promise<World> {
  const database = await engine.open()
  const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-world-'))
  const { log = createLog('silent'), webFolder, taskKinds, rates, now = () => new Date() } = given
  const ceiling = given.visitorCeiling ?? 'all'
  await saveSetting(database.write, 'visitorCeiling', ceiling)
  const deps = await openDeps({
    database,
    dataFolder: folder,
    secretKey,
    log,
    metrics: given.metrics?.metrics,
    now,
    isPublished: given.isPublished === true,
    // Snapshots are tested in `index/snapshot.test.ts`. Here they are off, because writing them takes time.
    build: (location, wishes) => buildInThread(location, { ...wishes, snapshotFolder: undefined }),
    runScan: given.scansInThread ? undefined : scanInProcess(database),
    passwordCost: given.passwordCost ?? minPasswordCost,
    ...(taskKinds ? { taskKinds } : {}),
    ...(given.isShort ? { isShort: given.isShort } : {}),
    publicUrl: given.publicUrl,
    accelRedirect: given.accelRedirect,
    driveGateway: given.driveGateway,
    drivePlacements: given.drivePlacements,
    proxyUserHeader: given.proxyUserHeader,
    proxySecret: given.proxySecret,
    trustedProxies: given.trustedProxies ?? [],
    group: given.group,
    member: given.member,
  })
  if (taskKinds) deps.tasks.start()
  const { authenticate } = deps.sessions
  const app = await buildApp({
    routes: routesOf({ ...deps, writeSamples: given.writeSamples }),
    doors: given.hasDoors ? compatibilityApisOf(deps) : [],
    authenticate,
    recordAct: deps.audit.recordAct,
    ...(deps.changes ? { changes: deps.changes } : {}),
    served: deps.served,
    databaseLimitMs: given.databaseLimitMs,
    ...(deps.threads ? { commits: deps.catalogue, threadCount: deps.threads.count } : {}),
    log,
    trustedProxies: given.trustedProxies ?? [],
    ...(rates ? { rates } : {}),
    ...(given.metrics ? { metrics: given.metrics } : {}),
    ...(given.publicUrl === undefined ? {} : { publicUrl: given.publicUrl }),
    ...(webFolder ? { webFolder, previewWork: createWorkPreview(deps) } : {}),
  })
  if (!given.hasDoors) refuseDoors(app)
  const client = { baseUrl: basePath, fetch: inject(app) }
  const as = (locale: Locale) => createClient({ ...client, language: () => locale })
  const bearing = (token: string) => createClient({ ...client, language: () => 'en-US', token: () => token })
  return {
    app,
    deps,
    as,
    call: as('en-US'),
    signIn: async (account = {}) => {
      const { user, token } = await deps.sessions.open(await insertUser(deps, account), caller)
      return { user, token, call: bearing(token) }
    },
    bearing,
    make: async (works, at) => {
      const lines = Readable.from([Buffer.from(works.map((work) => JSON.stringify(work)).join('\n'))])
      await importFeed({ database, lines, now: at === undefined ? now : () => new Date(at) })
      await deps.catalogue.caughtUp()
    },
    close: async () => {
      await deps.tasks.stop()
      await app.close()
      await deps.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns whether a path belongs to a compatibility API, including kikoeru's paths at the origin. */
export const isDoorPath = (path: string): boolean =>
  /^\/(abs|dav|feeds|kikoeru|rest|socket\.io)\b/.test(path) ||
  (path.startsWith('/api/') && !path.startsWith(basePath))

/**
 * A missing route responds like a closed one, so a test could pass for the wrong reason. Any request to a compatibility API fails
 * here.
 */
function refuseDoors(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!isDoorPath(url)) return
    console.error(`${url} is of a door: this world needs hasDoors`)
    throw new Error('this world has no doors')
  })
}

/** The same in all tests, because several servers may share one database. */
export const secretKey = 'a key that is the same in all tests'

/** The minimum of argon2id. */
const minPasswordCost = { memoryCost: 8, timeCost: 1 }

const caller = { address: '127.0.0.1', userAgent: 'test' }

async function insertUser({ write, passwords, now }: Deps, account: Account) {
  const at = now().toISOString()
  const { username = `user-${newId()}`, password, role = roleOf.general, ageRestriction = 'all' } = account
  const row = {
    id: newId(),
    ...nameColumns(username),
    password_hash: password === undefined ? null : await passwords.hash(password),
    role,
    status: 'active' as const,
    age_restriction: ageRestriction,
    last_seen_at: at,
    created_at: at,
    updated_at: at,
  }
  return write.insertInto('user').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Returns a `fetch` without a network. */
export const inject = (app: FastifyInstance) => async (url: string, init: RequestInit) => {
  const { method, headers: given, body } = init
  const headers = Object.fromEntries(new Headers(given))
  const response = await app.inject({
    method: methodOf(method),
    url,
    headers,
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  const isEmpty = response.statusCode === 204 || response.statusCode === 304
  return new Response(isEmpty ? null : response.body, {
    status: response.statusCode,
    headers: headersOf(response.headers),
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const methodOf = (name: string | undefined) => methods.find((method) => method === name) ?? 'GET'

/** Keeps one value per header: clients read none that repeats. */
const headersOf = (given: Readonly<Record<string, unknown>>) =>
  Object.entries(given).map(([name, value]): [string, string] => [name, String(value)])
