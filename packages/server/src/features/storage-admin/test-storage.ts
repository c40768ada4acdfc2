/** Tests a storage step by step, and reports the result of each step with advice. */
import type { StorageTest } from '@koedana/contract/storages.ts'
import type { Locale } from '@koedana/contract/values.ts'
import { OutboundError } from '../../lib/outbound-error.ts'
import { audioFormatOf } from '../library/media/formats.rules.ts'
import { type Entry, type Ref, type Storage, StorageError } from '../storages/storage.ts'
import { type Finding, findings } from './test-findings.ts'

type Step = StorageTest['steps'][number]['step']

interface StepResult {
  readonly step: Step
  readonly state: 'ok' | 'failed' | 'skipped'
  readonly finding: Finding
}

export interface StorageToTest {
  readonly storage: Storage
  readonly signsIn: boolean
  readonly locale: Locale
  readonly maxMs?: number
}

export async function runStorageTest({ maxMs = 20_000, ...given }: StorageToTest): Promise<StorageTest> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly StepResult[]>((resolve) => {
    timer = setTimeout(() => resolve(addSkippedSteps([failedAt('reach', 'timedOut')])), maxMs)
  })
  const tried = await Promise.race([trySteps(given), late])
  clearTimeout(timer)
  return {
    isGood: tried.every(({ state }) => state !== 'failed'),
    steps: tried.map(({ step, state, finding }) => ({
      step,
      state,
      sentence: findings[given.locale][finding],
    })),
  }
}

async function trySteps({ storage, signsIn }: Omit<StorageToTest, 'maxMs'>): Promise<readonly StepResult[]> {
  const done: StepResult[] = []
  let entries: readonly Entry[]
  try {
    entries = (await storage.list(storage.root)).entries
  } catch (error) {
    const { step, finding } = classifyListError(error, signsIn)
    if (step !== 'reach') done.push(ok('reach', 'reached'))
    if (step === 'list') done.push(loginStep(signsIn))
    return addSkippedSteps([...done, failedAt(step, finding)])
  }
  done.push(ok('reach', 'reached'), loginStep(signsIn))
  done.push(ok('list', entries.length === 0 ? 'empty' : 'listed'))
  return [...done, await tryRead(storage, entries)]
}

const ok = (step: Step, finding: Finding): StepResult => ({ step, state: 'ok', finding })
const failedAt = (step: Step, finding: Finding): StepResult => ({ step, state: 'failed', finding })
const loginStep = (signsIn: boolean): StepResult =>
  signsIn ? ok('signIn', 'signedIn') : { step: 'signIn', state: 'skipped', finding: 'noSignIn' }

const addSkippedSteps = (done: readonly StepResult[]): readonly StepResult[] =>
  (['reach', 'signIn', 'list', 'read'] as const).map(
    (step) =>
      done.find((one) => one.step === step) ?? {
        step,
        state: 'skipped' as const,
        finding: 'notTried' as const,
      },
  )

function classifyListError(error: unknown, signsIn: boolean): { step: Step; finding: Finding } {
  const outbound = findOutboundError(error)
  if (outbound) return { step: 'reach', finding: findingsByFault[outbound.fault] ?? 'unavailable' }
  if (!(error instanceof StorageError)) return { step: 'reach', finding: 'unavailable' }
  // If the root is missing, the storage is reported as unavailable for its files, but it was reached.
  if (error.cause instanceof StorageError) return classifyListError(error.cause, signsIn)
  if (error.fault === 'revoked') return { step: 'signIn', finding: 'credentialsWrong' }
  if (error.fault === 'forbidden')
    return { step: signsIn ? 'signIn' : 'list', finding: signsIn ? 'credentialsWrong' : 'forbidden' }
  if (error.fault === 'unavailable' || error.fault === 'rateLimited')
    return { step: 'reach', finding: error.fault }
  return { step: 'list', finding: error.fault === 'notFound' ? 'noFolder' : 'notStorage' }
}

/** Finds the network error in the chain of causes. */
function findOutboundError(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error
  return error instanceof Error && error.cause !== undefined ? findOutboundError(error.cause) : undefined
}

const findingsByFault: Readonly<Partial<Record<OutboundError['fault'], Finding>>> = {
  addressRefused: 'addressRefused',
  privateAddress: 'privateAddress',
  nameUnknown: 'nameUnknown',
  connectionRefused: 'connectionRefused',
  certificateWrong: 'certificateWrong',
  timedOut: 'timedOut',
  answerTooLarge: 'notStorage',
  tooManyRedirects: 'notStorage',
}

const maxFolders = 30
const bytesToRead = 16

async function tryRead(storage: Storage, entries: readonly Entry[]): Promise<StepResult> {
  try {
    const ref = await findFile(storage, entries)
    if (ref === undefined) return { step: 'read', state: 'skipped', finding: 'nothingToRead' }
    const file = await storage.open(ref)
    try {
      const end = Math.min(bytesToRead, file.sizeBytes) - 1
      if (end >= 0) await file.read({ start: 0, end })
      return ok('read', 'read')
    } finally {
      await file.close()
    }
  } catch (error) {
    const isForbidden = error instanceof StorageError && error.fault === 'forbidden'
    return failedAt('read', isForbidden ? 'fileForbidden' : 'fileUnreadable')
  }
}

/** Returns a track if one is found nearby, otherwise any file. */
async function findFile(storage: Storage, top: readonly Entry[]): Promise<Ref | undefined> {
  const waiting: (readonly Entry[])[] = [top]
  const folders: Ref[] = []
  let other: Ref | undefined
  for (const entries of waiting) {
    const sound = entries.find(({ kind, name }) => kind === 'file' && audioFormatOf(name) !== undefined)
    if (sound) return sound.ref
    other ??= entries.find(({ kind }) => kind === 'file')?.ref
    folders.push(...entries.flatMap(({ kind, ref }) => (kind === 'folder' ? [ref] : [])))
    const next = waiting.length <= maxFolders ? folders.shift() : undefined
    if (next !== undefined) waiting.push((await storage.list(next)).entries)
  }
  return other
}
