/** PATCH /{kind}/{id} and POST /{kind}/{id}/merge. */
import type { mergeEntity, updateEntity } from '@koedana/contract/editing.ts'
import { type EntityKind, entityKinds, type Locale } from '@koedana/contract/values.ts'
import { appendChangeOfManyWorks, appendChanges, writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { NamedEntity } from './field-states.rules.ts'
import { mergeInto } from './merge.store.ts'
import { findByIds } from './named.store.ts'
import { renameEntity } from './rename.store.ts'
import type { EditingSources } from './sources.ts'

export function updateEntityHandler(sources: EditingSources): Handler<typeof updateEntity> {
  const { database, catalogue, now } = sources
  return async ({ params: { kind, id }, body }, { locale }) => {
    const key = await writeTogether(database.write, async (tx) => {
      const entity = await entityOf(tx, kind, id)
      await renameEntity(tx, { ...body, kind, key: entity.key, locale, now: now().toISOString() })
      await appendChanges(tx, kind, [entity.key])
      return entity.key
    })
    await catalogue.followed()
    return shown(sources, { kind, key, locale })
  }
}

export function mergeEntityHandler(sources: EditingSources): Handler<typeof mergeEntity> {
  const { background, catalogue } = sources
  return async ({ params: { kind, id }, body }, { locale }) => {
    const key = await writeTogether(background.write, async (tx) => {
      const from = await entityOf(tx, kind, id)
      const into = await targetOf(tx, kind, body.into)
      if (from.key === into.key) throw new AppError('mergeRefused')
      const { works, users } = await mergeInto(tx, { kind, from, into })
      if (works === 'many') await appendChangeOfManyWorks(tx)
      else await appendChanges(tx, 'work', works)
      await appendChanges(tx, kind, [from.key, into.key])
      await appendChanges(tx, 'user', users)
      return into.key
    })
    await catalogue.followed()
    return shown(sources, { kind, key, locale })
  }
}

async function entityOf(tx: Db, kind: EntityKind, id: string): Promise<NamedEntity> {
  const entity = (await findByIds(tx, kind, [id])).get(id)
  if (!entity) throw new AppError('notFound')
  return entity
}

/** One of another kind is there, and still no place to go. */
async function targetOf(tx: Db, kind: EntityKind, id: string): Promise<NamedEntity> {
  const entity = (await findByIds(tx, kind, [id])).get(id)
  if (entity) return entity
  for (const other of entityKinds) {
    if ((await findByIds(tx, other, [id])).size > 0) throw new AppError('mergeRefused')
  }
  throw new AppError('notFound')
}

interface Shown {
  readonly kind: EntityKind
  readonly key: number
  readonly locale: Locale
}

function shown({ dictionary }: EditingSources, { kind, key, locale }: Shown) {
  const entity = dictionary.findEntity(kind, key, { locale })
  if (!entity) throw new AppError('conflict')
  return entity
}
