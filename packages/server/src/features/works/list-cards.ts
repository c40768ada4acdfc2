/** A page of works as ready cards, with the exact total: the one way every list of works is made. */
import type { Locale } from '@koedana/contract/values.ts'
import { type AskedPage, queryOf } from './query.rules.ts'
import type { WorkSources } from './sources.ts'

export interface Listed {
  /** Ready JSON. */
  readonly items: Buffer[]
  readonly total: number
  /** How many more the viewer's ceiling would allow, were it not for their own choices. */
  readonly hidden: number
}

export async function listCards(
  { catalogue, dictionary, visitors, cards }: WorkSources,
  asked: AskedPage,
  locale: Locale,
): Promise<Listed> {
  const viewer = visitors.viewer(locale, asked.filter)
  const everything = visitors.viewer(locale)
  const query = queryOf(asked, dictionary.findKey)
  const current = catalogue.current()
  const { keys, total } = current.list(query, viewer)
  const hidden = viewer.ages === everything.ages ? 0 : current.count(query, everything) - total
  return { items: await cards.get([...keys], locale), total, hidden: Math.max(0, hidden) }
}
