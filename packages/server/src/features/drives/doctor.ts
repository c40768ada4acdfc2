/** `drive doctor`: tests a linked account as scans and players use it, and reports the result of each step (ADR 0045). */
import { buffer } from 'node:stream/consumers'
import { type DriveFinding, driveSteps, type ExaminedStep } from '@koedana/contract/drives.ts'
import { OutboundError } from '../../lib/outbound-error.ts'
import { printablePath } from '../../lib/printable.rules.ts'
import { audioFormatOf } from '../library/media/formats.rules.ts'
import type { Drive, DriveCalls, DriveNode } from '../storages/drives/drive.ts'
import type { Drives } from '../storages/drives/open-drives.ts'
import { type Link, type Ref, StorageError } from '../storages/storage.ts'
import { domainOf, type StepReport, spanOf } from './doctor-report.rules.ts'
import type { Tokens } from './oauth.ts'

export interface DriveUnderTest {
  readonly drive: Drive
  readonly calls: DriveCalls
  readonly stream: ReturnType<Drives['streamOf']>
  readonly accountId: string
  readonly tokens: Tokens
  /** Time limit for all steps together, in milliseconds. */
  readonly maxMs?: number
}

export interface DriveExamination {
  readonly steps: readonly StepReport[]
  /** Texts that occurred during the examination and may be private. */
  readonly seen: readonly string[]
  /** The path of the file that was read. */
  readonly path: string | undefined
}

interface Found {
  readonly facts: readonly string[]
  readonly state?: 'failed' | 'skipped'
  readonly finding?: DriveFinding
}

/** Results that steps pass on to later steps. */
interface Sight {
  node?: DriveNode
  link?: Link
  path?: string
  readonly seen: string[]
}

type Step = ExaminedStep['step']

/** Examines a drive. Never rejects: errors are the findings of a step. */
export async function examine({ maxMs = 60_000, ...given }: DriveUnderTest): Promise<DriveExamination> {
  const sight: Sight = { seen: [] }
  const until = performance.now() + maxMs
  const done: StepReport[] = []
  for (const step of driveSteps) done.push(await examineStep(step, { given, sight, until, done }))
  return { steps: done, seen: sight.seen, path: sight.path }
}

interface StepRun {
  readonly given: Omit<DriveUnderTest, 'maxMs'>
  readonly sight: Sight
  readonly until: number
  readonly done: readonly StepReport[]
}

async function examineStep(step: Step, { given, sight, until, done }: StepRun): Promise<StepReport> {
  const started = performance.now()
  const hasFailed = (name: Step) => done.some((one) => one.step === name && one.state === 'failed')
  if (needs[step].some(hasFailed)) return { step, state: 'skipped', finding: 'notTried', facts: [], ms: 0 }
  try {
    const { facts, finding = 'good', state = 'ok' } = await within(until - started, acts[step](given, sight))
    return { step, state, finding, facts, ms: performance.now() - started }
  } catch (error) {
    const failed = { step, state: 'failed', facts: [], ms: performance.now() - started } as const
    return { ...failed, finding: findingOf(error), cause: causeOf(error) }
  }
}

/** The steps that must succeed before each step can be tried. */
const needs: Readonly<Record<Step, readonly Step[]>> = {
  token: [],
  owner: ['token'],
  space: ['token'],
  list: ['token'],
  stat: ['token', 'list'],
  link: ['token', 'list'],
  range: ['token', 'list', 'link'],
  changes: ['token'],
}

class Late extends Error {}

async function within<T>(ms: number, act: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), Math.max(ms, 0))
  })
  return Promise.race([act, late]).finally(() => clearTimeout(timer))
}

const findingOf = (error: unknown): DriveFinding => {
  if (error instanceof Late) return 'late'
  return error instanceof StorageError ? error.fault : 'damaged'
}

/** Returns a message only if its error class guarantees that it contains neither an address nor a secret. */
function causeOf(error: unknown): string | undefined {
  if (error instanceof OutboundError) return error.message
  if (!(error instanceof StorageError)) return undefined
  return typeof error.cause === 'string' ? error.cause : causeOf(error.cause)
}

const acts: Readonly<Record<Step, (given: StepRun['given'], sight: Sight) => Promise<Found>>> = {
  token: examineToken,
  owner: async ({ drive, calls, accountId }, { seen }) => {
    const owner = await drive.findOwner(calls)
    seen.push(...(owner.accountId ?? []), owner.name)
    if (owner.accountId === undefined) return { facts: [], state: 'skipped', finding: 'notTold' }
    return owner.accountId === accountId
      ? { facts: ['the account that was linked'] }
      : { facts: [], state: 'failed', finding: 'otherOwner' }
  },
  space: async ({ drive, calls }) => {
    const space = await drive.findSpace(calls)
    if (!space) return { facts: [], state: 'skipped', finding: 'notTold' }
    const percent = Math.round((100 * space.usedBytes) / Math.max(space.totalBytes, 1))
    return { facts: [`${percent} % of ${Math.round(space.totalBytes / 2 ** 30)} GiB are used`] }
  },
  list: examineList,
  stat: async ({ drive, calls }, { node }) => {
    if (!node) return nothingToRead
    const found = await drive.stat(calls, node.ref)
    const differs = (['kind', 'sizeBytes', 'modifiedAt', 'hash'] as const).filter(
      (name) => found[name] !== node[name],
    )
    return differs.length === 0
      ? { facts: ['as it was listed'] }
      : { facts: [`differs: ${differs.join(', ')}`], state: 'failed', finding: 'otherFacts' }
  },
  link: async ({ drive, calls }, sight) => {
    if (!sight.node) return nothingToRead
    const link = await drive.link(calls, sight.node)
    sight.link = link
    sight.seen.push(link.url, ...Object.values(link.headers))
    const headers = Object.keys(link.headers).join(', ') || 'none'
    const life = Number.isFinite(link.expiresAt) ? spanOf(link.expiresAt - calls.now()) : 'ever'
    return { facts: [`at ${domainOf(link.url)}`, `headers: ${headers}`, `good for ${life}`] }
  },
  range: examineRange,
  changes: async ({ drive: { feed, facts }, calls }) => {
    if (!feed) return { facts: [], state: 'skipped', finding: 'noFeed' }
    const { hasMore, isReset, touched } = await feed.read(calls, await feed.begin(calls, facts.rootRef))
    const more = [...(hasMore ? ['there is more'] : []), ...(isReset ? ['it begins anew'] : [])]
    return { facts: [`${touched.length} changes since it was asked`, ...more] }
  },
}

const nothingToRead: Found = { facts: [], state: 'skipped', finding: 'nothingToRead' }

async function examineToken({ drive, calls, tokens }: StepRun['given'], { seen }: Sight): Promise<Found> {
  const token = await calls.token()
  seen.push(token)
  const isSame = token === tokens.accessToken
  const life = tokens.expiresAt === null ? 'ever' : spanOf(Date.parse(tokens.expiresAt) - calls.now())
  return {
    facts: [isSame ? `good for ${life}` : 'a new one was got', `refresh token: ${drive.facts.refreshToken}`],
  }
}

const maxFolders = 10
const maxPages = 2

interface Looked {
  readonly ref: Ref
  readonly path: string
}

/** Lists the root with two of its pages, then other folders, until an audio file is found, or else any file. */
async function examineList({ drive, calls }: StepRun['given'], sight: Sight): Promise<Found> {
  const folders: Looked[] = [{ ref: drive.facts.rootRef, path: '' }]
  const kinds = new Set<string>()
  let facts: readonly string[] | undefined
  for (let at = 0; at < Math.min(folders.length, maxFolders) && !isSound(sight.node); at += 1) {
    const { ref, path } = folders[at] ?? { ref: '', path: '' }
    const { nodes, pages, isMore } = await listSome(drive, calls, ref)
    facts ??= factsOf(nodes, { pages, isMore })
    for (const node of nodes) {
      const below = path === '' ? node.name : `${path}/${node.name}`
      sight.seen.push(node.name, node.ref)
      for (const kind of node.hash?.split(':', 1) ?? []) kinds.add(kind)
      if (node.kind === 'folder') folders.push({ ref: node.ref, path: below })
      const isBetter = isSound(node) ? !isSound(sight.node) : !sight.node
      if (node.kind === 'file' && node.sizeBytes > 0 && isBetter) {
        sight.node = node
        sight.path = printablePath(below)
      }
    }
  }
  const named = [...kinds].filter((kind) => /^[\w-]{1,20}$/.test(kind)).join(', ') || 'none'
  return { facts: [...(facts ?? []), `hashes: ${named}`] }
}

const isSound = (node: DriveNode | undefined) => node !== undefined && audioFormatOf(node.name) !== undefined

async function listSome(drive: Drive, calls: DriveCalls, folder: Ref) {
  const nodes: DriveNode[] = []
  let [pages, page] = [0, undefined as string | undefined]
  do {
    const found = await drive.list(calls, folder, page)
    nodes.push(...found.nodes)
    pages += 1
    page = found.next
  } while (page !== undefined && pages < maxPages)
  return { nodes, pages, isMore: page !== undefined }
}

function factsOf(
  nodes: readonly DriveNode[],
  { pages, isMore }: { pages: number; isMore: boolean },
): string[] {
  const counts = (['folder', 'file', 'special'] as const).map(
    (kind) => `${kind}: ${nodes.filter((node) => node.kind === kind).length}`,
  )
  return [...counts, `pages: ${pages}${isMore ? ' and more' : ''}`]
}

const partBytes = 1_024

/** Reads the start, and a part in the middle, as when seeking. */
async function examineRange({ stream }: StepRun['given'], { node, link }: Sight): Promise<Found> {
  if (!node || !link) return nothingToRead
  const middle = Math.floor(node.sizeBytes / 2)
  const facts: string[] = []
  for (const start of node.sizeBytes > partBytes ? [0, middle] : [0]) {
    const end = Math.min(start + partBytes, node.sizeBytes) - 1
    const sent = { ...link.headers, range: `bytes=${start}-${end}`, 'accept-encoding': 'identity' }
    const stop = new AbortController()
    const received = await stream({ url: link.url, headers: sent, redirects: 5 }, stop.signal)
    const { status, headers } = received
    facts.push(`HTTP ${status}`)
    if (status !== 206) {
      received.body.on('error', () => undefined).destroy()
      return { facts, state: 'failed', finding: 'otherBytes' }
    }
    const { length } = await buffer(received.body)
    const isRight = headers['content-range'] === `bytes ${start}-${end}/${node.sizeBytes}`
    if (length !== end - start + 1 || !isRight)
      return { facts: [...facts, `${length} bytes`], state: 'failed', finding: 'otherBytes' }
    if (start === 0) facts.push(`type ${typeOf(headers['content-type'])}`)
  }
  return { facts }
}

const typeOf = (header = 'none') => (/^[a-z]+\/[\w.+-]{1,40}/i.exec(header)?.[0] ?? 'none').toLowerCase()
