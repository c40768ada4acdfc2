/** The page of a work, or what comes instead. */

import type { ResponseContext } from '../answers/context.ts'
import { hasTrial, spoken, trialBytes } from '../answers/files.ts'
import { categoryOf, floorOf, isToCome } from '../answers/forms.ts'
import { mainPicture, resizedPath } from '../answers/pictures.ts'
import { pricesOf } from '../answers/prices.ts'
import type { FakeRequest } from '../http/request.ts'
import { type FakeResponse, html, notFound, redirect } from '../http/response.ts'
import { dateOf } from '../world/days.ts'
import type { MarketWork } from '../world/market-work.ts'
import { bucketOf } from '../world/numbering.ts'
import { agePage, documentOf } from './document.ts'
import { escaped } from './escaped.ts'
import { labelsOf, outlineOf } from './outline.ts'
import { asksForAge } from './page-place.ts'

/** `/{floor}/work/=/product_id/{ID}.html`, and `announce` before the release. Redirects lose the locale. */
export function respondWorkPage({ context, cookies }: FakeRequest, match: RegExpExecArray): FakeResponse {
  const [, floor = '', kind, id = ''] = match
  if (asksForAge(floor, cookies)) return html(agePage)
  const work = context.market.find(id)
  if (!work || work.state === 'delisted') return notFound()
  if (isToCome(work) && kind === 'work') return notFound()
  const { originalId } = work.translation
  const page = (of: string) =>
    `http://${context.host}/${floorOf(work)}/${isToCome(work) ? 'announce' : 'work'}/=/product_id/${of}.html`
  if (originalId !== null) return redirect(`${page(originalId)}?translation=${id}`)
  if (floor !== floorOf(work) || isToCome(work) !== (kind === 'announce')) return redirect(page(id))
  return html(workPage(work, context))
}

function workPage(work: MarketWork, context: ResponseContext): string {
  const { id, name, maker } = work
  const base = `http://${context.host}/${floorOf(work)}`
  const picture = mainPicture(work, context)
  const head = `<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image:src" content="http:${picture}">
<meta property="og:title" content="${escaped(`${name} [${maker.name}] | DLsite`)}">
<meta property="og:url" content="${base}/work/=/product_id/${id}.html">
<meta property="og:image" content="http:${picture}">
`
  const body = `<h1 itemprop="name" id="work_name">${escaped(name)}</h1>
<div ref="product_slider_data" class="product-slider-data"><div data-src="${picture}" data-width="560" data-height="420" data-thumb="//${context.host}/${resizedPath(work)}_240x240.jpg"></div></div>
<table id="work_maker"><tr><th>${labelsOf(context.locale).maker}</th><td><span itemprop="brand" class="maker_name"><a href="${base}/circle/profile/=/maker_id/${maker.id}.html">${escaped(maker.name)}</a></span></td></tr></table>
${outlineOf(work, context)}
${trialOf(work)}
<script>var contents = ${contentsOf(work, picture)};</script>`
  return documentOf({ title: `${name} [${maker.name}]`, head, body }, context.locale)
}

function trialOf(work: MarketWork): string {
  if (!hasTrial(work)) return ''
  const path = `${categoryOf(work)}/${bucketOf(work.id)}/${work.id}_trial.zip`
  return `<div class="trial_download"><ul><li><p class="trial_file"><a href="//trial.dlsite.invalid/${path}" class="btn_trial">体験版</a></p><span>(${spoken(trialBytes(work))})</span></li></ul></div>`
}

/** The record inside the page. Its price is without tax. */
function contentsOf(work: MarketWork, picture: string): string {
  const { reduced } = pricesOf(work)
  const detail = {
    id: work.id,
    name: work.name,
    category: floorOf(work),
    brand: work.maker.id,
    price: reduced,
    regist_date: dateOf(work.releaseDay).replaceAll('-', '/'),
    image_main: picture,
    official_price: work.discountRate > 0 ? work.listPrice : '',
    series_id: work.series?.id ?? '',
    series_name: work.series?.name ?? '',
    title_id: work.series?.id ?? '',
    title_name: work.series?.name ?? '',
  }
  // A name must not end the script.
  return JSON.stringify({ impression: [], detail: [detail], time: 0.0008 })
    .replaceAll('/', '\\/')
    .replaceAll('<', '\\u003c')
}
