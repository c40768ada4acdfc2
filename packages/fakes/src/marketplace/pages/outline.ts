/** The table of a work page: labels by language, links as the marketplace writes them. */
import type { ResponseContext } from '../answers/context.ts'
import { spoken } from '../answers/files.ts'
import { floorOf, typeName } from '../answers/forms.ts'
import { dateOf } from '../world/days.ts'
import { genreCode, genreName, type MarketLocale } from '../world/genres.ts'
import type { MarketWork, Person } from '../world/market-work.ts'
import { escaped } from './escaped.ts'

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

export function labelsOf(locale: MarketLocale): Readonly<Record<Label, string>> {
  if (locale === 'en_US') return english
  return locale === 'zh_CN' ? chinese : japanese
}

export function outlineOf(work: MarketWork, { host, locale }: ResponseContext): string {
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
