/** Addresses of the marketplace. `base` may have a path of its own, as a mirror has. */

const under = (base: string, path: string) => `${base.replace(/\/+$/, '')}/${path}`

/** Any floor answers for every work; `maniax` is the catch-all. */
export const recordUrl = (base: string, id: string, locale: string): string =>
  under(base, `maniax/api/=/product.json?workno=${id}&locale=${locale}`)

export const numbersUrl = (base: string, ids: readonly string[]): string =>
  under(base, `maniax/product/info/ajax?product_id=${ids.join(',')}&cdn_cache_min=1`)
