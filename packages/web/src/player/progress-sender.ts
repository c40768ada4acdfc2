/** Connects `engine/progress-reports.ts` to the browser: sends reports without showing errors, and keeps them while there is no network. */
import { ApiError } from '@koedana/contract/kit/client.ts'
import { type Progress, type ProgressReport, saveProgress } from '@koedana/contract/progress.ts'
import { quietClient } from '../domain/quiet-client.ts'
import { isRecordingPaused } from '../domain/recording.ts'
import { currentUser, isLoggedIn, useSession } from '../domain/session.ts'
import { readStoredJson, storeJson } from '../lib/local-storage-json.ts'
import { queryClient } from '../lib/query-client.ts'
import { nameOfDevice } from './device-name.rules.ts'
import { ProgressReports, reportIntervalMs, type SendResult } from './engine/progress-reports.ts'
import { createReportOutbox, findOutboxOwner } from './report-outbox.ts'

/** `keepalive` lets requests finish after the page is closed. */
const call = quietClient({ keepalive: true })

async function send(reports: readonly ProgressReport[]): Promise<SendResult> {
  try {
    const device = { id: deviceId(), name: nameOfDevice(navigator.userAgent) }
    const body = { deviceNow: new Date().toISOString(), device, reports: [...reports] }
    const { items } = await call(saveProgress, { body })
    for (const progress of items) if (isReported(progress, reports)) noteSynced(progress)
    if (reports.some(({ kind }) => kind !== 'beat')) {
      void queryClient.invalidateQueries({ queryKey: ['progress'] })
    }
    return { revisions: new Map(items.map(({ workId, revision }) => [workId, revision])) }
  } catch (error) {
    return error instanceof ApiError && permanentStatuses.has(error.status) ? 'refused' : 'away'
  }
}

/** Returns whether the server's position is the reported one, and not that of another device. */
const isReported = ({ fileId, position }: Progress, reports: readonly ProgressReport[]): boolean =>
  reports.some((report) => report.fileId === fileId && Math.abs(report.position - position) < 1)

const syncedKey = 'player.synced'

/** Remembers the server state that this device has reported or adopted. */
export const noteSynced = (progress: Progress): void => storeJson(syncedKey, stampOf(progress))

/** Returns whether nothing was reported since then: a position chosen here in the meantime is newer. */
export const isSynced = (progress: Progress): boolean => readStoredJson(syncedKey) === stampOf(progress)

const stampOf = ({ workId, revision, updatedAt }: Progress): string => `${workId} ${revision} ${updatedAt}`

/** These statuses mean that the request is invalid, so a retry would fail too. */
const permanentStatuses: ReadonlySet<number> = new Set([400, 403, 404, 413, 422])

const deviceKey = 'player.device'

function deviceId(): string {
  const known = readStoredJson(deviceKey)
  if (typeof known === 'string') return known
  const minted = createDeviceId()
  storeJson(deviceKey, minted)
  return minted
}

const outboxOwner = findOutboxOwner()
/** The owner of the waiting reports: they are kept until another user logs in. */
let owner = currentUser()?.id ?? outboxOwner ?? ''

/** Not `crypto.randomUUID`: it needs a secure context, and many home servers use plain HTTP. */
function createDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const progressReports = new ProgressReports({
  now: Date.now,
  mintId: createDeviceId,
  isOn: () => isLoggedIn() && !isRecordingPaused(),
  send,
  outbox: createReportOutbox(() => owner),
})

useSession.subscribe(({ signedIn }) => {
  if (!signedIn) return
  if (signedIn.user.id !== owner) {
    owner = signedIn.user.id
    progressReports.forget()
  }
  void progressReports.flush()
})
// A network that just came back may not work at once, and a server restart fires no event.
setInterval(() => void progressReports.flush(), reportIntervalMs)
addEventListener('online', () => {
  progressReports.adopt()
  void progressReports.flush()
})
addEventListener('pagehide', () => progressReports.leave())
void progressReports.flush()
