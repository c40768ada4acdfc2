/** GET /{kind} and GET /{kind}/{id}: entities that have works this viewer may see, with how many. */
import type { getEntity, listEntities, RankedEntity } from '@koedana/contract/entities.ts'
import { defaultPageSize } from '@koedana/contract/rules.ts'
import type { EntityKind, Locale } from '@koedana/contract/values.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { WorkSources } from '../works/sources.ts'
import { matchesName, rankEntities } from './entities.rules.ts'

type EntitySources = Pick<WorkSources, 'catalogue' | 'dictionary' | 'visitors'>

export function listEntitiesHandler(sources: EntitySources): Handler<typeof listEntities> {
  return ({ params: { kind }, query }, { locale }) => {
    const { q = '', sort = 'workCountDesc', page = 1, pageSize = defaultPageSize } = query
    const found = countedEntities(sources, kind, locale).filter(({ name }) => matchesName(name, q))
    const ranked = rankEntities(found, sort, locale)
    const items = ranked.slice((page - 1) * pageSize, page * pageSize)
    return { items, total: ranked.length, page, pageSize }
  }
}

export function getEntityHandler(sources: EntitySources): Handler<typeof getEntity> {
  return ({ params: { kind, id } }, { locale }) => {
    const { catalogue, dictionary, visitors } = sources
    const key = dictionary.findKey(kind, id)
    const entity = key !== undefined && dictionary.findEntity(kind, key, locale)
    const workCount =
      key === undefined ? 0 : catalogue.current().countEntities(kind, visitors.viewer(locale))[key]
    // One that has only hidden works is hidden with them.
    if (!entity || !workCount) throw new AppError('notFound')
    return { ...entity, workCount }
  }
}

function countedEntities(
  { catalogue, dictionary, visitors }: EntitySources,
  kind: EntityKind,
  locale: Locale,
): RankedEntity[] {
  const counts = catalogue.current().countEntities(kind, visitors.viewer(locale))
  const counted: RankedEntity[] = []
  for (const key of dictionary.keys(kind)) {
    const workCount = counts[key] ?? 0
    const entity = workCount > 0 && dictionary.findEntity(kind, key, locale)
    if (entity) counted.push({ ...entity, workCount })
  }
  return counted
}
