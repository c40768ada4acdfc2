/** GET /works/{id}/history. */
import { normaliseWorkId, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { getWorkHistory } from '@koedana/contract/works.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { WorkSources } from '../works/sources.ts'
import { pointOf } from './history.rules.ts'
import { listHistory } from './stats.store.ts'

type Sources = Pick<WorkSources, 'db' | 'catalogue' | 'visitors'>

export function getWorkHistoryHandler({ db, catalogue, visitors }: Sources): Handler<typeof getWorkHistory> {
  return async ({ params }, { locale }) => {
    const id = normaliseWorkId(params.id)
    const key = id === undefined ? undefined : workKeyOf(id)
    if (key === undefined || !catalogue.current().isVisible(key, visitors.viewer(locale))) {
      throw new AppError('notFound')
    }
    return { points: (await listHistory(db, key)).map(pointOf) }
  }
}
