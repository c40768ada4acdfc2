/** A page of works as ready cards, with the exact total: the one way every list of works is made. */
import { type AskedPage, queryOf } from './query.rules.ts'
import type { WorkSources } from './sources.ts'
import type { Asker } from './viewers.ts'

export interface Listed {
  /** Ready JSON. */
  readonly items: Buffer[]
  readonly total: number
  /** How many more the viewer's ceiling would allow, were it not for their own choices. */
  readonly hidden: number
}

export async function listCards(
  { catalogue, dictionary, viewers, cards }: WorkSources,
  asked: AskedPage,
  asker: Asker,
): Promise<Listed> {
  const viewer = viewers.viewer(asker, asked.filter)
  const everything = viewers.belowCeiling(asker)
  const query = queryOf(asked, dictionary.findKey)
  const current = catalogue.current()
  const { keys, total } = current.list(query, viewer)
  const hidden =
    viewer.ages === everything.ages && viewer.excluded.length === 0
      ? 0
      : current.count(query, everything) - total
  const look = { locale: asker.locale, isVeiled: viewers.isVeiled(asker, asked.filter) }
  return { items: await cards.get([...keys], look), total, hidden: Math.max(0, hidden) }
}
