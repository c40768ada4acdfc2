/** Rows of one page of a list, thirty whatever was asked for, and what leads on. */
import type { ResponseContext } from '../answers/context.ts'
import type { MarketWork } from '../world/market-work.ts'
import { rowOf } from './row.ts'

export const rowsPerPage = 30

export interface Listed {
  readonly works: readonly MarketWork[]
  /** The number of the page, from 1; past the end there is nothing. */
  readonly page: number
}

/** The list, or the block that stands for none. */
export function listOf({ works, page }: Listed, context: ResponseContext): string {
  const shown = works.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  if (shown.length === 0) return '<div class="work_not_found"><p>該当する作品がありません。</p></div>'
  return `<ul id="search_result_img_box" class="n_worklist">${shown.map((work) => rowOf(work, context)).join('\n')}</ul>`
}

export function pageInfo({ works, page }: Listed) {
  const first = Math.min((page - 1) * rowsPerPage + 1, works.length)
  return { count: works.length, first_indice: first, last_indice: Math.min(page * rowsPerPage, works.length) }
}

/** The count inside the page, and links to the other pages. */
export function pagerOf({ works, page }: Listed, path: string): string {
  const last = Math.ceil(works.length / rowsPerPage)
  const bare = path.replace(/\/page\/\d+\/?$/, '').replace(/\/$/, '')
  const links = Array.from({ length: last }, (_, at) => at + 1)
    .filter((number) => number !== page && Math.abs(number - page) < 5)
    .map((number) => `<li><a href="${bare}/page/${number}" data-value="${number}">${number}</a></li>`)
  const state = JSON.stringify({ pager: { count: works.length, have_to_paginate: last > 1 } })
  return `<div class="global_pagination"><ul class="page_no"><li class="selected"><strong>${page}</strong></li>${last > 1 ? links.join('') : ''}</ul></div>
<script>window.searchState = ${state}</script>`
}
