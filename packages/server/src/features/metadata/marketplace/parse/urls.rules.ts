/** Builds URLs of the marketplace. `base` may have a path, as for a mirror. */
import type { ListRequest } from '../../source.ts'

const under = (base: string, path: string) => `${base.replace(/\/+$/, '')}/${path}`

/** Any floor serves every work, and `maniax` is the catch-all. */
export const recordUrl = (base: string, id: string, locale: string): string =>
  under(base, `maniax/api/=/product.json?workno=${id}&locale=${locale}`)

export const numbersUrl = (base: string, ids: readonly string[]): string =>
  under(base, `maniax/product/info/ajax?product_id=${ids.join(',')}&cdn_cache_min=1`)

/** Pages are counted from 1. The page size is the default of the marketplace: robots.txt forbids further pages with a custom size. */
export function listUrl(base: string, wanted: ListRequest, page: number): string {
  const path = `${wanted.floor}/${listPath(wanted)}`
  if (page === 1) return under(base, path)
  return under(base, `${path}/page/${page}`)
}

function listPath(wanted: ListRequest): string {
  if (wanted.kind === 'maker') return `circle/profile/=/maker_id/${encodeURIComponent(wanted.id)}.html`
  if (wanted.kind === 'series') return `fsr/=/title_id/${encodeURIComponent(wanted.id)}/order/title_d`
  if (wanted.kind === 'artist') return `fsr/=/keyword_creater/${exactly(wanted.name)}/ana_flg/all`
  const [year, month, date] = wanted.day.split('-')
  return `new/=/year/${year}/mon/${month}/day/${date}`
}

/** Quotes the name, so that longer names that contain it do not match. A slash would end the path segment. */
const exactly = (name: string) => encodeURIComponent(`"${name.replaceAll('"', '')}"`)
