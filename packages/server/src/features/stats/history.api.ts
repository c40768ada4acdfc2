/** GET /works/{id}/history. */
import type { getWorkHistory } from '@koedana/contract/works.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { MediaSources } from '../library/media/links.ts'
import type { WorkSources } from '../works/viewers.ts'
import { pointOf } from './stats.rules.ts'
import { listHistory } from './stats.store.ts'

type Sources = Pick<WorkSources, 'db' | 'dictionary'> & Pick<MediaSources, 'visibleWorks'>

export function getWorkHistoryHandler({
  db,
  dictionary,
  visibleWorks,
}: Sources): Handler<typeof getWorkHistory> {
  return async ({ params, query }, context) => {
    const key = dictionary.findKey('works', params.id)
    if (key === undefined || !(await visibleWorks([key], context, query)).has(key)) {
      throw new AppError('notFound')
    }
    return { points: (await listHistory(db, key)).map(pointOf) }
  }
}
