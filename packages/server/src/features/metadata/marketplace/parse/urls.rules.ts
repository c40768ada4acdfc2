/** Addresses of the marketplace. `base` may have a path of its own, as a mirror has. */
import type { ListWanted } from '../../source.ts'

const under = (base: string, path: string) => `${base.replace(/\/+$/, '')}/${path}`

/** Any floor serves every work; `maniax` is the catch-all. */
export const recordUrl = (base: string, id: string, locale: string): string =>
  under(base, `maniax/api/=/product.json?workno=${id}&locale=${locale}`)

export const numbersUrl = (base: string, ids: readonly string[]): string =>
  under(base, `maniax/product/info/ajax?product_id=${ids.join(',')}&cdn_cache_min=1`)

/** Pages are counted from 1. Their size is the marketplace's: a size of one's own forbids going further (robots.txt). */
export function listUrl(base: string, wanted: ListWanted, page: number): string {
  const path = `${wanted.floor}/${listPath(wanted)}`
  if (page === 1) return under(base, path)
  return under(base, `${path}/page/${page}`)
}

function listPath(wanted: ListWanted): string {
  if (wanted.kind === 'maker') return `circle/profile/=/maker_id/${encodeURIComponent(wanted.id)}.html`
  if (wanted.kind === 'series') return `fsr/=/title_id/${encodeURIComponent(wanted.id)}/order/title_d`
  if (wanted.kind === 'artist') return `fsr/=/keyword_creater/${exactly(wanted.name)}/ana_flg/all`
  const [year, month, date] = wanted.day.split('-')
  return `new/=/year/${year}/mon/${month}/day/${date}`
}

/** The name is in quotes, so that no other name that holds it is found. A slash would end the segment. */
const exactly = (name: string) => encodeURIComponent(`"${name.replaceAll('"', '')}"`)
