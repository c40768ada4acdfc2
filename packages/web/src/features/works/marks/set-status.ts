/** Sets the own status of many works by one request. */

import { ApiError } from '@koedana/contract/kit/client.ts'
import { type ProgressChange, saveMarks } from '@koedana/contract/marks.ts'
import type { ProgressState } from '@koedana/contract/values.ts'
import { onlineManager } from '@tanstack/react-query'
import { call, reportFailure } from '../../../domain/api.ts'
import {
  dropChanges,
  isTemporaryFailure,
  keepChanges,
  scheduleRetry,
} from '../../../domain/pending-changes.ts'
import { quietClient } from '../../../domain/quiet-client.ts'
import { currentToken } from '../../../domain/session.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshPersonal } from './mark-query.ts'

/** Failures are shown only if the change does not wait on this device. */
const quietCall = quietClient()

export async function setStatus(ids: readonly string[], progress: ProgressState | null): Promise<void> {
  const isKept = keep(ids, progress)
  if (isKept && !onlineManager.isOnline()) return showWaiting()
  const token = currentToken()
  const items = ids.map((id) => ({ id, progress }))
  const sent = await quietCall(saveMarks, { body: { items } }).catch((error: unknown) => ({ error }))
  if ('changed' in sent) {
    dropChanges(ids, { progress })
    refreshMarks()
    return showChanged(sent.changed, progress)
  }
  const { error } = sent
  if (isKept && isTemporaryFailure(error)) {
    scheduleRetry()
    return showWaiting()
  }
  dropChanges(ids, { progress })
  if (error instanceof ApiError)
    reportFailure(error, { method: saveMarks.method, path: saveMarks.path, token })
}

/** Returns false if the browser stores nothing. */
function keep(ids: readonly string[], progress: ProgressState | null): boolean {
  try {
    keepChanges(ids, { progress })
    return true
  } catch {
    return false
  }
}

function showWaiting(): void {
  refreshMarks()
  notify(translate('marks.noteWaiting'))
}

function showChanged(changed: readonly ProgressChange[], progress: ProgressState | null): void {
  const count = changed.length
  const said =
    progress === null
      ? translate('select.statusCleared', { count })
      : translate('select.statusSet', { count, name: translate(`marks.${progress}`) })
  const act = { label: translate('common.undo'), run: () => void restore(changed) }
  notify(said, 'positive', count > 0 ? act : undefined)
}

async function restore(items: readonly ProgressChange[]): Promise<void> {
  // The client has shown why it failed.
  const saved = await call(saveMarks, { body: { items: [...items] } }).catch(() => undefined)
  if (!saved) return
  refreshMarks()
  notify(translate('select.statusRestored', { count: items.length }), 'positive')
}

function refreshMarks(): void {
  void queryClient.invalidateQueries({ queryKey: ['mark'] })
  refreshPersonal()
}
