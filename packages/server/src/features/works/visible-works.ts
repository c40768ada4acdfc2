/** Which works somebody may see now: by the index, and by their rows, which may be newer than it. */
import type { Db } from '../../db/schema.ts'
import { isAgeIn } from '../../domain/viewer.rules.ts'
import type { VisibleWorks } from '../library/media/links.ts'
import { findAges } from './index/load-ages.store.ts'
import type { WorkSources } from './sources.ts'

interface Sources {
  readonly db: Db
  readonly catalogue: Pick<WorkSources['catalogue'], 'current'>
  readonly viewers: Pick<WorkSources['viewers'], 'viewer'>
}

export function visibleWorksIn({ db, catalogue, viewers }: Sources): VisibleWorks {
  return async (keys, asker, choices) => {
    const viewer = viewers.viewer(asker, choices)
    const visible = catalogue.current().visible(keys, viewer)
    const ages = await findAges(db, visible)
    return new Set(visible.filter((key) => ages.has(key) && isAgeIn(viewer.ages, ages.get(key) ?? 'r18')))
  }
}
