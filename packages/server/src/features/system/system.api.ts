/** What this server is, and whether it can answer. */
import type { api } from '@koedana/contract/api.ts'
import workspace from '../../../package.json' with { type: 'json' }
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'

export const about = {
  name: 'Koedana',
  version: workspace.version,
  licence: workspace.license,
}

const retryAfterSeconds = '2'

export function getReadyHandler({ isReady }: { isReady: () => boolean }): Handler<typeof api.getReady> {
  return () => {
    if (!isReady()) throw new AppError('notReady', { headers: { 'retry-after': retryAfterSeconds } })
    return { ready: true }
  }
}
