/** The page of a work, or what is shown instead. */

import { type FakeRequest, type FakeResponse, html, notFound, redirect } from '../http/exchange.ts'
import { hasTrial, mainPicture, resizedPath, spoken, trialBytes } from '../responses/files.ts'
import { categoryOf, floorOf, isToCome, type ResponseContext, typeName } from '../responses/forms.ts'
import { pricesOf } from '../responses/prices.ts'
import { genreCode, genreName, type MarketLocale } from '../world/genres.ts'
import { dateOf, type MarketWork, type Person } from '../world/market-work.ts'
import { bucketOf } from '../world/numbering.ts'
import { agePage, documentOf } from './document.ts'
import { escaped } from './escaped.ts'
import { asksForAge } from './page-url.ts'

/** `/{floor}/work/=/product_id/{ID}.html`, or `announce` before the release. Redirects lose the locale. */
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

/** The record inside the page. Its price excludes tax. */
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
  // A name must not close the script element.
  return JSON.stringify({ impression: [], detail: [detail], time: 0.0008 })
    .replaceAll('/', '\\/')
    .replaceAll('<', '\\u003c')
}

/** Labels of the table on a work page, by language. */
type Label =
  | 'released'
  | 'series'
  | 'scenario'
  | 'illustration'
  | 'voice'
  | 'music'
  | 'age'
  | 'format'
  | 'file'
  | 'genre'
  | 'size'
  | 'maker'

const japanese: Readonly<Record<Label, string>> = {
  maker: 'サークル名',
  released: '販売日',
  series: 'シリーズ名',
  scenario: 'シナリオ',
  illustration: 'イラスト',
  voice: '声優',
  music: '音楽',
  age: '年齢指定',
  format: '作品形式',
  file: 'ファイル形式',
  genre: 'ジャンル',
  size: 'ファイル容量',
}
const english: Readonly<Record<Label, string>> = {
  maker: 'Circle',
  released: 'Release date',
  series: 'Series name',
  scenario: 'Scenario',
  illustration: 'Illustration',
  voice: 'Voice Actor',
  music: 'Music',
  age: 'Age',
  format: 'Product format',
  file: 'File format',
  genre: 'Genre',
  size: 'File size',
}
const chinese: Readonly<Record<Label, string>> = {
  maker: '社团名',
  released: '贩卖日',
  series: '系列名',
  scenario: '剧情',
  illustration: '插画',
  voice: '声优',
  music: '音乐',
  age: '年龄指定',
  format: '作品类型',
  file: '文件形式',
  genre: '分类',
  size: '文件容量',
}

function labelsOf(locale: MarketLocale): Readonly<Record<Label, string>> {
  if (locale === 'en_US') return english
  return locale === 'zh_CN' ? chinese : japanese
}

function outlineOf(work: MarketWork, { host, locale }: ResponseContext): string {
  const base = `http://${host}/${floorOf(work)}`
  const label = labelsOf(locale)
  const rows: readonly (readonly [string, string])[] = [
    [label.released, released(work, base, locale)],
    [
      label.series,
      work.series
        ? `<a href="${base}/fsr/=/title_id/${work.series.id}/order/title_d/from/work.titles">${escaped(work.series.name)}</a>`
        : '',
    ],
    [label.scenario, people(work.writers, base)],
    [label.illustration, people(work.illustrators, base)],
    [label.voice, people(work.voices, base)],
    [label.music, people(work.musicians, base)],
    [label.age, `<div class="work_genre">${ageIcon(work)}</div>`],
    [
      label.format,
      `<div class="work_genre" id="category_type"><a href="${base}/works/type/=/work_type/SOU/from/icon.work"><span class="icon_SOU" title="${typeName(locale)}">${typeName(locale)}</span></a></div>`,
    ],
    [
      label.file,
      `<div class="work_genre"><span class="icon_${work.fileType}" title="${work.fileType}">${work.fileType}</span></div>`,
    ],
    [label.genre, genres(work, base, locale)],
    [label.size, work.bytes > 0 ? `<div class="main_genre">総計&nbsp;${spoken(work.bytes)}</div>` : ''],
  ]
  const filled = rows.filter(([, cell]) => cell !== '')
  return `<table cellspacing="0" id="work_outline">${filled.map(([name, cell]) => `<tr><th>${name}</th><td>${cell}</td></tr>`).join('\n')}</table>`
}

function released({ releaseDay }: MarketWork, base: string, locale: MarketLocale): string {
  const [year, month, day] = dateOf(releaseDay).split('-')
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const text =
    locale === 'en_US' ? `${names[Number(month) - 1]}/${day}/${year}` : `${year}年${month}月${day}日`
  return `<a href="${base}/new/=/year/${year}/mon/${month}/day/${day}/cyear/${year}/cmon/${month}">${text}</a>`
}

const people = (credited: readonly Person[], base: string): string =>
  credited
    .map(
      ({ name }) =>
        `<a href="${base}/fsr/=/keyword_creater/${encodeURIComponent(`"${name}"`)}">${escaped(name)}</a>`,
    )
    .join(' / ')

function ageIcon({ age }: MarketWork): string {
  if (age === 1) return '<span class="icon_GEN">全年齢</span>'
  return age === 2 ? '<span class="icon_R15">R-15</span>' : '<span class="icon_ADL">R18</span>'
}

function genres(work: MarketWork, base: string, locale: MarketLocale): string {
  if (work.genres.length === 0) return ''
  const links = work.genres.map(
    (genre) =>
      `<a href="${base}/works/genre/=/genre/${genreCode(genre)}/from/work.genre">${escaped(genreName(genre, locale))}</a>`,
  )
  return `<div class="main_genre">${links.join('\n')}</div>`
}
