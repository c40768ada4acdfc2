/** Calls the fake as a client, for its own tests. */
import * as v from 'valibot'
import { afterAll, beforeAll } from 'vitest'
import { type Marketplace, type MarketplaceOptions, startMarketplace } from '../start-marketplace.ts'

/** Starts a marketplace for the tests of a file. */
export function standing(options: MarketplaceOptions): () => Marketplace {
  let market: Marketplace | undefined
  beforeAll(async () => {
    market = await startMarketplace(options)
  })
  afterAll(() => market?.close())
  return () => {
    if (!market) throw new Error('requested before it stood')
    return market
  }
}

const Fields = v.record(v.string(), v.unknown())
export type Fields = v.InferOutput<typeof Fields>

/** Returns the response of product.json. */
export async function records(market: Marketplace, workno: string, locale = 'ja_JP'): Promise<Fields[]> {
  return v.parse(
    v.array(Fields),
    await fetchJson(market, `/home/api/=/product.json?workno=${workno}&locale=${locale}`),
  )
}

/** Returns the record of an existing work. */
export async function record(market: Marketplace, workno: string, locale?: string): Promise<Fields> {
  const [first] = await records(market, workno, locale)
  if (!first) throw new Error(`no record of ${workno}`)
  return first
}

/** Returns the raw response of product/info/ajax. */
export const numbers = (market: Marketplace, ids: readonly string[]): Promise<unknown> =>
  fetchJson(market, `/home/product/info/ajax?product_id=${ids.join(',')}&cdn_cache_min=1`)

/** Returns the entry of one work in it. */
export async function numbersOf(market: Marketplace, id: string): Promise<Fields> {
  const found = v.parse(v.record(v.string(), Fields), await numbers(market, [id]))[id]
  if (!found) throw new Error(`no numbers of ${id}`)
  return found
}

export async function fetchJson(market: Marketplace, path: string): Promise<unknown> {
  const response = await fetch(market.url + path)
  if (response.status !== 200) throw new Error(`${response.status} for ${path}`)
  return response.json()
}

/** Fetches a page without following redirects. */
export async function page(market: Marketplace, path: string, cookie = '') {
  const response = await fetch(market.url + path, { redirect: 'manual', headers: { cookie } })
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  }
}

/** Returns the IDs of a page's rows in order. Rows of new releases have them only in the link of the name. */
export const rowIds = (html: string): string[] =>
  [...html.matchAll(rowPattern)].flatMap(([, marked, linked]) => marked ?? linked ?? [])

const rowPattern =
  /data-list_item_product_id="(\w+)"|class="n_worklist_item">[\s\S]*?class="work_name">[\s\S]*?product_id\/(\w+)\.html/g
