/** One work in a list. */
import type { ResponseContext } from '../answers/context.ts'
import { floorOf, thousands, typeName } from '../answers/forms.ts'
import { resizedPath } from '../answers/pictures.ts'
import { pricesOf } from '../answers/prices.ts'
import { attributesOf } from '../answers/product.ts'
import { coarse } from '../answers/standing.ts'
import { countOf } from '../world/figures.ts'
import type { MarketWork } from '../world/market-work.ts'
import { escaped } from './escaped.ts'

export function rowOf(work: MarketWork, context: ResponseContext): string {
  const { id, name, maker } = work
  const base = `http://${context.host}/${floorOf(work)}`
  const link = `${base}/work/=/product_id/${id}.html`
  const thumb = `//${context.host}/${resizedPath(work)}_240x240`
  return `<li data-list_item_product_id="${id}" data-rec-impression="true" class="search_result_img_box_inner">
<dl class="work_img_main"><dt class="search_img work_thumb"><div class="work_thumb_inner" data-vue-component="thumb-img-popup"><thumb-with-ng-filter-block link="${link}" :thumb-candidates="['${thumb}.webp','${thumb}.jpg']" alt="${escaped(`${name} [${maker.name}]`)}"></thumb-with-ng-filter-block></div></dt>
<dd class="work_category_free_sample"><div class="work_category type_SOU"><a href="${base}/fsr/=/work_type/SOU">${typeName(context.locale)}</a></div></dd>
<dd class="work_name"><div class="icon_wrap"></div><div class="multiline_truncate"><a href="${link}" title="${escaped(name)}">${escaped(name)}</a></div></dd>
<dd class="maker_name"><a href="${base}/circle/profile/=/maker_id/${maker.id}.html">${escaped(maker.name)}</a>${authorOf(work, base)}</dd>
<dd class="work_price_wrap">${priceOf(work)}</dd>
<dd class="work_genre">${ageMark(work)}</dd><input type="hidden" class="__product_attributes" name="__product_attributes" id="_${id}" value="${attributesOf(work)}" disabled="disabled">
<dd class="work_dl">販売数:&nbsp;<span class="_dl_count_${id}">${thousands(work.sales)}</span></dd>
${ratingOf(work, base)}
<dd class="work_deals work_labels">${dealsOf(work)}</dd></dl></li>`
}

/** Only the first voice; `omit` where there are more. */
function authorOf({ voices }: MarketWork, base: string): string {
  const [first] = voices
  if (!first) return ''
  const search = encodeURIComponent(`"${first.name}"`)
  const cut = voices.length > 1 ? 'omit' : ''
  return `<span class="separator">/</span><span class="author"><a href="${base}/fsr/=/keyword_creater/${search}/ana_flg/all" class="${cut}">${escaped(first.name)}</a></span>`
}

/** The list price stands struck out beside it, only when reduced. */
function priceOf(work: MarketWork): string {
  const { price, official } = pricesOf(work)
  const parts = (yen: number) =>
    `<span class="work_price_parts"><span class="work_price_prefix"></span><span class="work_price_base">${thousands(yen)}</span><span class="work_price_suffix">円</span></span>`
  const struck = work.discountRate > 0 ? `<span class="strike  ">${parts(official)}</span>` : ''
  return `<span class="work_price  ">${parts(price)}</span>${struck}`
}

/** R18 has none, and some of the others lack it too: no mark says nothing. */
function ageMark({ age, index }: MarketWork): string {
  if (age === 3 || index % 4 === 2) return ''
  return age === 1
    ? '<span class="icon_GEN" title="全年齢">全年齢</span>'
    : '<span class="icon_R15" title="R-15">R-15</span>'
}

function ratingOf(work: MarketWork, base: string): string {
  const count = countOf(work.ratings)
  const stars =
    count === 0 ? '' : `<div class="star_rating star_${coarse(work)} mini">(${thousands(count)})</div>`
  const reviews =
    work.reviewCount === 0
      ? ''
      : `<div class="work_review"><div title="レビューあり"><a href="${base}/work/reviewlist/=/product_id/${work.id}.html">(${thousands(work.reviewCount)})</a></div></div>`
  return `<dd class="work_rating">${stars}${reviews}</dd>`
}

function dealsOf({ discountRate, listPrice }: MarketWork): string {
  if (listPrice === 0) return '<span class="icon_lead_01 type_free">無料</span>'
  return discountRate > 0 ? `<span class="icon_lead_01 type_sale">${discountRate}%OFF</span>` : ''
}
