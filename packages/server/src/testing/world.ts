/** The real app over a real database, called by the typed client: `const { call, make, signIn } = await world(engine)`. */
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
import { saveSetting } from '../db/settings.store.ts'
import { type Deps, openDeps } from '../deps.ts'
import { nameColumns } from '../domain/user.rules.ts'
import { doorsOf } from '../doors.ts'
import type { WriteSamples } from '../features/demo/write-in-thread.ts'
import type { AppPlacements } from '../features/drives/apps.ts'
import { scanHere } from '../features/library/testing/scan-here.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import type { TaskKinds } from '../features/tasks/run/runner.ts'
import { createWorkPreview } from '../features/works/work-preview.ts'
import type { Rates } from '../http/rates.ts'
import type { ShortOfSpace } from '../lib/free-space.ts'
import { newId } from '../lib/ids.ts'
import { createLog, type Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { PasswordCost } from '../lib/password.ts'
import { routesOf } from '../routes.ts'
import type { ThreadGroup } from '../threads/group.ts'
import type { Membership } from '../threads/membership.ts'
import { buildHere } from './build-here.ts'
import type { Engine } from './engines.ts'
import { quickFolder } from './quick-folder.ts'

export interface World {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** A visitor who reads this language, or English if none is given. */
  readonly as: (locale: Locale) => Call
  readonly call: Call
  /** An account and an open session of it. */
  readonly signIn: (account?: Account) => Promise<SignedInPerson>
  /** A client that holds this token, in English. */
  readonly bearing: (token: string) => Call
  /** Stores works, at some instant or now, and waits until lists have them. */
  readonly make: (works: readonly FeedWork[], at?: string) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Account {
  readonly username?: string
  /** Nobody can sign in by a password where there is none. */
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
  /** Nothing is logged without one. */
  readonly log?: Log
  /** Scans run in a thread of their own, which a cancelled task terminates; without it in the thread of the test. */
  readonly scansInThread?: boolean
  /** The built client. */
  readonly webFolder?: string
  /** Whether the doors for apps of others are there: their 360 routes are most of what an app takes to begin. */
  readonly hasDoors?: boolean
  /** Tasks do this work, and are started; without it those ordered stay ready. */
  readonly taskKinds?: TaskKinds
  /** How often anybody may call; nothing is limited without it. */
  readonly rates?: Rates
  /** The address at which browsers are said to reach it. */
  readonly publicUrl?: string
  /** The path of a proxy on this machine by which it sends files itself. */
  readonly accelRedirect?: string
  /** The header in which trusted proxies say who calls, and who these are. */
  readonly proxyUserHeader?: string
  readonly proxySecret?: string
  readonly trustedProxies?: readonly string[]
  /** The address at which all providers of drives are. */
  readonly driveGateway?: string
  readonly drivePlacements?: AppPlacements
  /** Whether the server is meant for other machines. */
  readonly isPublished?: boolean
  /** The cost of hashing a password; next to nothing without it. */
  readonly passwordCost?: PasswordCost
  /** Metrics are counted, and shown to whoever has this token. */
  readonly metrics?: { readonly metrics: Metrics; readonly token: string }
  /** Says why tasks and caches are to write nothing. */
  readonly isShort?: ShortOfSpace
  /** Other threads take requests as well, and this is the first of them. */
  readonly group?: ThreadGroup
  /** This is a thread beside the first. */
  readonly member?: Membership
  /** Writes the files of demo works; the thread of the server does without it. */
  readonly writeSamples?: WriteSamples
  /** The clock of the server; without it, that of this machine. */
  readonly now?: () => Date
  /** The time that a request may wait for PostgreSQL; the default without it. */
  readonly databaseLimitMs?: number
}

export async function world(engine: Engine, given: Given = {}): Promise<World> {
  const database = await engine.open()
  const folder = await mkdtemp(join(quickFolder(), 'koedana-world-'))
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
    // A start over a snapshot is tried where there are two starts (`index/snapshot.test.ts`): the disk is waited for.
    build: (location, wishes) => buildHere(location, { ...wishes, snapshotFolder: undefined }),
    runScan: given.scansInThread ? undefined : scanHere(database),
    passwordCost: given.passwordCost ?? cheap,
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
    doors: given.hasDoors ? doorsOf(deps) : [],
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

/** Whether an address is one of a door, or of the door of kikoeru at the origin. */
export const isOfDoor = (path: string): boolean =>
  /^\/(abs|dav|feeds|kikoeru|rest|socket\.io)\b/.test(path) ||
  (path.startsWith('/api/') && !path.startsWith(basePath))

/** A route that is not there responds as one that is closed does: a test that meant the one must not pass by the other. */
function refuseDoors(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!isOfDoor(url)) return
    console.error(`${url} is of a door: this world needs hasDoors`)
    throw new Error('this world has no doors')
  })
}

/** All have the same one, since several servers may be over one database. */
export const secretKey = 'a key that is the same in all tests'

/** The least that argon2id takes. */
const cheap = { memoryCost: 8, timeCost: 1 }

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

/** `fetch` without a network. */
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

/** Keeps one value of each header: none that a client reads comes twice. */
const headersOf = (given: Readonly<Record<string, unknown>>) =>
  Object.entries(given).map(([name, value]): [string, string] => [name, String(value)])
