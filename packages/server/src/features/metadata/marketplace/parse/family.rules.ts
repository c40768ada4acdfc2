/**
 * Finds the root of a work's family of language editions. The marketplace has two systems of translations. For editions by registered
 * translators, `translation_info` names the original. If circles publish translations themselves, every member is an original, and only
 * the shared list of editions connects them. The Japanese entry of that list is the root of both systems (kahosan/asmr-collections,
 * pull request 13). The list has one entry per language. Editions of individual translators are not in it
 * (xyzkljl1/DLSiteHelperServer).
 */
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { count, listOf, mapOf, text, workId } from './lenient-schemas.rules.ts'

/** Entries of `language_editions` and of `dl_count_items`. Only the latter have a count. */
export const editionEntries = listOf(v.object({ workno: workId, lang: text, dl_count: count }))
export const translationInfo = mapOf(
  v.object({ original_workno: workId, parent_workno: workId, child_worknos: listOf(workId), lang: text }),
)

interface Family {
  readonly entries: v.InferOutput<typeof editionEntries>
  readonly translation: v.InferOutput<typeof translationInfo>
}

/**
 * Returns `id` itself if the list names it as the root, and undefined if nothing is known. A list is ignored unless it contains the
 * work, its parent or its original. Without a Japanese entry the oldest work is the root, since further languages are published later.
 */
export function familyRootOf(id: string, { entries, translation }: Family): string | undefined {
  const { original_workno: original, parent_workno: parent } = translation
  const isAbout = entries.some(
    ({ workno }) => workno !== undefined && [id, parent, original].includes(workno),
  )
  const listed = isAbout ? entries : []
  const japanese = oldestOf(listed.flatMap(({ workno, lang }) => (workno && lang === 'JPN' ? [workno] : [])))
  if (japanese !== undefined) return japanese
  const oldest = oldestOf(listed.flatMap(({ workno }) => workno ?? []))
  const root = original ?? oldest ?? parent
  // Without a Japanese entry, the work is not proven to be the root: the entry may be hidden from this region.
  return root === id ? undefined : root
}

const oldestOf = (ids: readonly string[]): string | undefined =>
  ids.toSorted((a, b) => workKeyOf(a) - workKeyOf(b))[0]
