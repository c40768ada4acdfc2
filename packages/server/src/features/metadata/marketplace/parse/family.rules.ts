/**
 * The root of a work's family of language editions.
 *
 * The marketplace has two systems of translations. In that of translators, `translation_info` names the original. Where
 * circles publish translations themselves, every member is an original, and only the same list of editions ties them
 * together: its Japanese entry is the root of both (kahosan/asmr-collections, pull request 13). The list goes down to the
 * language; editions of single translators are not in it (xyzkljl1/DLSiteHelperServer).
 */
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { count, listOf, mapOf, text, workId } from './lenient.rules.ts'

/** The entries of `language_editions`; those of `dl_count_items` have a count besides. */
export const editionEntries = listOf(v.object({ workno: workId, lang: text, dl_count: count }))
export const translationInfo = mapOf(
  v.object({ original_workno: workId, parent_workno: workId, child_worknos: listOf(workId), lang: text }),
)

interface Family {
  readonly entries: v.InferOutput<typeof editionEntries>
  readonly translation: v.InferOutput<typeof translationInfo>
}

/**
 * Returns `id` itself if the list says so, and undefined if nothing is known. A list without the work, its parent and its
 * original is about other works, and is not used. Without a Japanese entry the oldest one is the root, since editions in
 * further languages come later.
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
  // Without a Japanese entry nothing proves that this is the root: it may only be hidden from here.
  return root === id ? undefined : root
}

const oldestOf = (ids: readonly string[]): string | undefined =>
  ids.toSorted((a, b) => workKeyOf(a) - workKeyOf(b))[0]
