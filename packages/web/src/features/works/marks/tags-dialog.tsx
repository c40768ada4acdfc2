/** Dialogs for the tags of works, and for renaming, merging and deleting all tags. Load lazily. */
import { TagName } from '@koedana/contract/tag-name.ts'
import type { OwnTag } from '@koedana/contract/tags.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import * as v from 'valibot'
import { closeTagEdit, type TagEdit } from '../../../domain/tag-edit.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { PanelDialog } from '../../../ui/panel-dialog.tsx'
import { markQuery } from './mark-query.ts'
import { useMarkWords } from './mark-words.ts'
import { OwnTags, TagForm } from './own-tags.tsx'
import { deleteTagEverywhere, renameTagEverywhere, saveTagged, tagsQuery } from './tag-query.ts'

export function TagsDialog({ tagging: { workIds, title } }: { readonly tagging: TagEdit }) {
  useMarkWords()
  const t = useT()
  const [workId] = workIds
  return (
    <PanelDialog title={t('tags.title')} help={title} onClose={closeTagEdit}>
      {workId !== undefined && workIds.length === 1 ? (
        <TagsOfWork workId={workId} />
      ) : (
        <TagForm
          onPut={(name) => tagMany(workIds, name, true)}
          onTakeOff={(name) => void tagMany(workIds, name, false)}
        />
      )}
    </PanelDialog>
  )
}

/** Adds or removes a tag; the notice offers undo. Returns whether it succeeded. */
async function tagMany(ids: readonly string[], name: string, tagged: boolean): Promise<boolean> {
  const changed = await saveTagged(ids, name, tagged)
  if (!changed) return false
  const run = () => void tagMany(changed, name, !tagged)
  const act = changed.length > 0 ? { label: translate('common.undo'), run } : undefined
  const count = changed.length
  notify(translate(tagged ? 'tags.putOn' : 'tags.takenOff', { name, count }), 'positive', act)
  return true
}

function TagsOfWork({ workId }: { readonly workId: string }) {
  const { data: mark } = useQuery(markQuery(workId))
  return mark ? <OwnTags workId={workId} tags={mark.tags} isOpen /> : <Skeleton className="h-11" />
}

export function AllTagsDialog({ onClose }: { readonly onClose: () => void }) {
  useMarkWords()
  const t = useT()
  const { data } = useQuery(tagsQuery())
  return (
    <PanelDialog title={t('tags.manage')} help={t('tags.manageHelp')} onClose={onClose}>
      {!data && <Skeleton className="h-24" />}
      <ul className="-mr-2 flex min-h-0 flex-col gap-2 overflow-y-auto pr-2">
        {data?.items.map((tag) => (
          <TagRow key={`${tag.id} ${tag.name}`} tag={tag} />
        ))}
      </ul>
    </PanelDialog>
  )
}

type Confirmation = { readonly type: 'delete' } | { readonly type: 'merge'; readonly into: string }

function TagRow({ tag }: { readonly tag: OwnTag }) {
  const t = useT()
  const [name, setName] = useState(tag.name)
  const [confirming, setConfirming] = useState<Confirmation>()
  const typed = v.safeParse(TagName, name)
  const save = async (merge = false) => {
    // The failure was shown already.
    const taken = typed.success
      ? await renameTagEverywhere(tag.id, typed.output, merge).catch(() => null)
      : null
    if (taken !== null) setConfirming({ type: 'merge', into: taken })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <li>
      <form onSubmit={submit} className="flex items-center gap-2">
        <input
          className="input h-10 min-w-0 flex-1 pointer-coarse:h-11"
          aria-label={t('tags.name', { name: tag.name })}
          maxLength={40}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {name.trim() === tag.name ? (
          <span className="w-20 text-center text-[12.5px] text-mut">
            {t('works.count', { count: tag.workCount })}
          </span>
        ) : (
          <button type="submit" className="btn h-10 w-20 pointer-coarse:h-11" disabled={!typed.success}>
            {t('common.save')}
          </button>
        )}
        <button
          type="button"
          className="btn-icon size-11!"
          aria-label={t('tags.delete', { name: tag.name })}
          onClick={() => setConfirming({ type: 'delete' })}
        >
          <IconTrash size={17} aria-hidden />
        </button>
      </form>
      <Suspense>
        {confirming?.type === 'delete' && (
          <ConfirmDialog
            title={t('tags.deleteTitle')}
            act={t('tags.deleteAct')}
            onAct={() => void deleteTagEverywhere(tag.id)}
            onClose={() => setConfirming(undefined)}
          >
            {t('tags.deleteHelp', { name: tag.name, count: tag.workCount })}
          </ConfirmDialog>
        )}
        {confirming?.type === 'merge' && (
          <ConfirmDialog
            title={t('tags.mergeTitle')}
            act={t('tags.mergeAct')}
            onAct={() => void save(true)}
            onClose={() => setConfirming(undefined)}
          >
            {t('tags.mergeHelp', { name: tag.name, into: confirming.into })}
          </ConfirmDialog>
        )}
      </Suspense>
    </li>
  )
}
