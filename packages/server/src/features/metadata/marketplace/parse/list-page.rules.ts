/** Parses list pages: their works, the total, and the next page. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import { findWorkId } from '@koedana/contract/values.ts'
import { type HTMLElement, parse } from 'node-html-parser'
import * as v from 'valibot'
import type { ListPage } from '../../source.ts'
import { count, entityId, partialWork, text } from './lenient-schemas.rules.ts'

/** Parses a page, counted from 1. Returns undefined if the HTML is not a list, such as the age check. */
export function readListPage(html: string, page: number): ListPage | undefined {
  const root = parse(html, { blockTextElements: { script: true, style: false } })
  const rows = rowsOf(root)
  if (rows.length === 0 && !root.querySelector(emptyList)) return undefined
  const works = new Map(rows.flatMap((row) => entryOf(row)))
  const total = totalOf(html) ?? totalInWords(root)
  return { works: [...works.values()], total, next: nextOf(root, { page, rows: rows.length, total }) }
}

/** Matches the elements of a list page without rows. */
const emptyList =
  '.work_not_found, #search_result_img_box, #search_result_list, .n_worklist, .n_worklist_item'

const rowsOf = (root: HTMLElement): HTMLElement[] => {
  const marked = root.querySelectorAll('[data-list_item_product_id]')
  if (marked.length > 0) return marked
  // The page of new releases has blocks without an ID (uda-cha/dlsite_rss). Other elements inside are not rows.
  const blocks = root.querySelectorAll('.n_worklist_item')
  if (blocks.length > 0) return blocks
  return root
    .querySelectorAll('.n_worklist li, .n_worklist tr')
    .filter((row) => row.querySelector('.work_name a') !== null)
}

function entryOf(row: HTMLElement): [string, FeedWork][] {
  const link = row.querySelector('.work_name a')
  const id = findWorkId(row.getAttribute('data-list_item_product_id') ?? link?.getAttribute('href') ?? '')
  if (id === undefined || !isSound(row)) return []
  const work = partialWork(id, {
    name: read(text, link?.getAttribute('title') ?? link?.text),
    maker: makerOf(row),
    ageCategory: ageOf(row),
    ...pricesOf(row),
    sales: read(count, row.querySelector(`._dl_count_${id}`)?.text),
    ratingCount: inBrackets(row.querySelector('.star_rating')),
    reviewCount: inBrackets(row.querySelector('.work_review a')),
  })
  return [[id, work]]
}

/** Lists also contain games and books. A row without a type may be an audio work, so it is kept. */
function isSound(row: HTMLElement): boolean {
  const types = row.querySelector('.work_category')?.getAttribute('class') ?? ''
  return !/\btype_[A-Z0-9]{3}\b/.test(types) || /\btype_(SOU|MUS)\b/.test(types)
}

const read = <T extends v.GenericSchema>(schema: T, value: unknown): v.InferOutput<T> =>
  v.parse(schema, value)

function makerOf(row: HTMLElement): FeedWork['maker'] {
  const link = row.querySelector('.maker_name > a') ?? row.querySelector('.maker_name a')
  const attributes = row.querySelector('.__product_attributes')?.getAttribute('value')
  const fromLink = /maker_id\/([A-Z]{2}\d+)/.exec(link?.getAttribute('href') ?? '')?.[1]
  const id = read(entityId, fromLink ?? attributes?.split(',')[0])
  const name = read(text, link?.text)
  return id === undefined || name === undefined ? undefined : { id, name }
}

/** A row without any mark has an unknown age category, not R18. */
function ageOf(row: HTMLElement): FeedWork['ageCategory'] {
  if (row.querySelector('[title="全年齢"], .icon_GEN')) return 'all'
  if (row.querySelector('[title="R-15"], .icon_R15')) return 'r15'
  return row.querySelector('[title="R18"], .icon_ADL') ? 'r18' : undefined
}

/** The list price is struck through and appears only for discounted works. */
function pricesOf(row: HTMLElement): Pick<FeedWork, 'price' | 'listPrice'> {
  const price = read(count, row.querySelector('.work_price .work_price_base')?.text)
  const before = read(count, row.querySelector('.strike .work_price_base')?.text)
  return { price, listPrice: before ?? price }
}

const inBrackets = (element: HTMLElement | null): number | undefined =>
  read(count, /\(([\d,]+)\)/.exec(element?.text ?? '')?.[1])

/** Matches `"pager":{"count":65,"have_to_paginate":true}` in a script. The order of its keys varies. */
const pagerPattern = /"pager"\s*:\s*(\{[^{}]*\})/

function totalOf(html: string): number | undefined {
  const pager = pagerPattern.exec(html)?.[1] ?? ''
  return read(count, /"count"\s*:\s*"?(\d+)/.exec(pager)?.[1])
}

/** The page of a circle has the total only as visible text (ozonezone/dlsite-rs). */
const totalInWords = (root: HTMLElement): number | undefined =>
  read(count, root.querySelector('.page_total strong')?.text)

interface RowPosition {
  readonly page: number
  readonly rows: number
  readonly total: number | undefined
}

/** Finds the next page by the links to further pages, or else by the total. A page without rows is always the last. */
function nextOf(root: HTMLElement, { page, rows, total = 0 }: RowPosition): number | undefined {
  if (rows === 0) return undefined
  const linked = root.querySelectorAll('a[href]').map(pageOf)
  const isMore = linked.some((number) => number > 0) ? Math.max(...linked) > page : page * rows < total
  return isMore ? page + 1 : undefined
}

const pageOf = (link: HTMLElement): number =>
  Number(/\/page\/(\d{1,6})(?:[/?#]|$)/.exec(link.getAttribute('href') ?? '')?.[1] ?? 0)
