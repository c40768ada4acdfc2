/** A page of works as ready cards, with the exact total: the one way every list of works is made. */
import type { Locale } from '@koedana/contract/values.ts'
import { type AskedPage, queryOf } from './query.rules.ts'
import type { WorkSources } from './sources.ts'

export async function listCards(
  { catalogue, dictionary, visitors, cards }: WorkSources,
  asked: AskedPage,
  locale: Locale,
): Promise<{ items: Buffer[]; total: number }> {
  const viewer = visitors.viewer(locale, asked.filter)
  const { keys, total } = catalogue.current().list(queryOf(asked, dictionary.findKey), viewer)
  return { items: await cards.get([...keys], locale), total }
}
