/** A user's tags, for all APIs. */
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { tagLimits } from '@koedana/contract/tag-name.ts'
import type { OwnTag } from '@koedana/contract/tags.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { type Caller, visibleKeys } from '../works/viewers.ts'
import { increaseMarkRevision } from './marks.store.ts'
import type { FavoriteSources } from './marks.use-cases.ts'
import {
  deleteTagRow,
  deleteUnusedTags,
  findOrCreateTag,
  listTagged,
  listTagRows,
  listWorksOfTag,
  renameTagRow,
  type TagRow,
  tagWorks,
  untagWorks,
} from './tags.store.ts'

export async function listTags(
  { db, catalogue, viewers }: FavoriteSources,
  caller: Caller,
): Promise<OwnTag[]> {
  const { userKey } = requirePerson(caller)
  const [tags, tagged] = await Promise.all([listTagRows(db, userKey), listTagged(db, userKey)])
  const keys = [...new Set(tagged.map(({ work_key }) => work_key))]
  const visible = new Set(catalogue.current().visible(keys, viewers.viewer(caller)))
  const counts = new Map<number, number>()
  for (const { tag_key, work_key } of tagged)
    if (visible.has(work_key)) counts.set(tag_key, (counts.get(tag_key) ?? 0) + 1)
  return tags
    .flatMap(({ key, id, name }) => {
      const workCount = counts.get(key)
      return workCount === undefined ? [] : [{ id, name, workCount }]
    })
    .sort((one, other) => one.name.localeCompare(other.name, caller.locale))
}

export interface TagChange {
  readonly userKey: number
  readonly workKey: number
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Adds and removes tags inside a transaction with the user's marks locked. Rejects names that fold to an empty text. */
export async function changeTags(tx: Db, { userKey, workKey, add, remove }: TagChange): Promise<void> {
  if (add.length === 0 && remove.length === 0) return
  if (add.some((name) => fold(name) === '')) {
    throw new AppError('malformed', { fields: { 'body.addTags': 'textExpected' } })
  }
  const removed = new Set(remove.map(fold))
  const before = await listTagRows(tx, userKey)
  await untagWorks(
    tx,
    [workKey],
    before.filter(({ folded }) => removed.has(folded)).map(({ key }) => key),
  )
  await deleteUnusedTags(tx, userKey)
  for (const name of add) await tagWorks(tx, await findOrCreateTag(tx, userKey, name), [workKey])
  const [tags, own] = [await listTagRows(tx, userKey), await listTagged(tx, userKey, [workKey])]
  if (tags.length > tagLimits.tags || own.length > tagLimits.perWork) throw new AppError('tagsFull')
}

export interface TaggedWorks {
  readonly ids: readonly string[]
  readonly name: string
  readonly tagged: boolean
}

/**
 * Adds or removes a tag, and returns the IDs that changed. Works that the caller may not see are ignored. If a limit would be exceeded
 * for one work, none gets the tag.
 */
export async function saveTagged(
  sources: FavoriteSources,
  { ids, name, tagged }: TaggedWorks,
  caller: Caller,
): Promise<string[]> {
  const { userKey } = requirePerson(caller)
  const folded = fold(name)
  if (folded === '') throw new AppError('malformed', { fields: { 'body.name': 'textExpected' } })
  const workKeys = visibleKeys(sources, ids, caller)
  if (workKeys.length === 0) return []
  return sources.write.transaction().execute(async (tx) => {
    await increaseMarkRevision(tx, userKey)
    const known = (await listTagRows(tx, userKey)).find((tag) => tag.folded === folded)
    const before = await listTagged(tx, userKey, workKeys)
    const having = new Set(
      before.flatMap(({ tag_key, work_key }) => (tag_key === known?.key ? work_key : [])),
    )
    const changed = workKeys.filter((key) => having.has(key) !== tagged)
    if (tagged) await tagWorks(tx, await findOrCreateTag(tx, userKey, name), changed)
    else if (known) await untagWorks(tx, changed, [known.key])
    await deleteUnusedTags(tx, userKey)
    const tags = await listTagRows(tx, userKey)
    const perWork = Map.groupBy(await listTagged(tx, userKey, changed), ({ work_key }) => work_key)
    const isFull = [...perWork.values()].some(({ length }) => length > tagLimits.perWork)
    if (tags.length > tagLimits.tags || isFull) throw new AppError('tagsFull')
    return changed.map(workIdOf)
  })
}

/**
 * Renames a tag, or merges it into the tag with that name if `merge` is set. Without `merge`, returns the name of the conflicting tag;
 * otherwise null.
 */
export async function renameTag(
  { write }: FavoriteSources,
  {
    id,
    name,
    merge = false,
  }: { readonly id: string; readonly name: string; readonly merge?: boolean | undefined },
  caller: Caller,
): Promise<string | null> {
  const { userKey } = requirePerson(caller)
  const folded = fold(name)
  if (folded === '') throw new AppError('malformed', { fields: { 'body.name': 'textExpected' } })
  return write.transaction().execute(async (tx) => {
    await increaseMarkRevision(tx, userKey)
    const tags = await listTagRows(tx, userKey)
    const tag = tags.find((one) => one.id === id)
    if (!tag) throw new AppError('notFound')
    const other = tags.find((one) => one.folded === folded && one.key !== tag.key)
    if (other && !merge) return other.name
    if (other) await mergeTags(tx, tag, other)
    await renameTagRow(tx, (other ?? tag).key, name)
    return null
  })
}

async function mergeTags(tx: Db, tag: TagRow, into: TagRow): Promise<void> {
  await tagWorks(tx, into.key, await listWorksOfTag(tx, tag.key))
  await deleteTagRow(tx, tag.key)
}

/** Deletes a tag. Does nothing if it does not exist. */
export async function deleteTag({ write }: FavoriteSources, id: string, caller: Caller): Promise<void> {
  const { userKey } = requirePerson(caller)
  await write.transaction().execute(async (tx) => {
    await increaseMarkRevision(tx, userKey)
    const tag = (await listTagRows(tx, userKey)).find((one) => one.id === id)
    if (tag) await deleteTagRow(tx, tag.key)
  })
}
