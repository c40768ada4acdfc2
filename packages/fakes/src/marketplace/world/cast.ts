/** Invented makers, series and people by number. IDs are unique; names repeat once the words are used up. */

import type { Chance } from './chance.ts'
import type { Credits, MarketMaker, MarketSeries, MarketWork, Person } from './market-work.ts'
import {
  happenings,
  labels,
  makerHeads,
  makerTails,
  nameHeads,
  nameMiddles,
  nameTails,
  seriesKinds,
  settings,
  translated,
  type Word,
} from './words.ts'

export function makerAt(index: number): MarketMaker {
  const name = combined(index, makerHeads, makerTails)
  const digits =
    index % 3 === 0 ? String(60_000 + index).padStart(5, '0') : String(1_060_000 + index).padStart(8, '0')
  return { id: `RG${digits}`, name, nameEn: index % 4 === 0 ? `Circle No. ${index + 1}` : null }
}

export function publisherAt(index: number): MarketMaker {
  return {
    id: `BG${String(1200 + index).padStart(5, '0')}`,
    name: `${makerHeads[index % 12] ?? ''}出版`,
    nameEn: '',
  }
}

/** Runs the translation program; listed as the maker of works without a translator. */
export const translationProgramme: MarketMaker = {
  id: 'RG69999',
  name: '翻訳の広場',
  nameEn: 'Plaza of Translators',
}

export function seriesAt(index: number): MarketSeries {
  const [setting] = wordAt(index, settings)
  const [kind] = wordAt(Math.floor(index / settings.length), seriesKinds)
  const volume = Math.floor(index / (settings.length * seriesKinds.length))
  return {
    id: `SRI${String(59_000 + index).padStart(10, '0')}`,
    name: `${setting}${kind}${volume ? `・${volume + 1}` : ''}`,
  }
}

/** Some credits contain two names or a role. */
export function personAt(index: number): Person {
  const id = String(40_000 + index)
  if (index % 53 === 40) return { id, name: `${nameAt(index)}|${nameAt(index + 7)}` }
  return { id, name: index % 53 === 41 ? `${nameAt(index)}(司書役)` : nameAt(index) }
}

/** Strides spread neighboring numbers over all name parts without early repetition. */
function nameAt(index: number): string {
  const spread = (index * 4241) % (nameHeads.length * nameMiddles.length * nameTails.length)
  const rest = Math.floor(spread / nameHeads.length)
  const [head, middle] = [nameHeads[spread % nameHeads.length], nameMiddles[rest % nameMiddles.length]]
  return `${head}${middle}${nameTails[Math.floor(rest / nameMiddles.length) % nameTails.length]}`
}

function combined(index: number, heads: readonly string[], tails: readonly string[]): string {
  const volume = Math.floor(index / (heads.length * tails.length))
  const tail = tails[Math.floor(index / heads.length + index) % tails.length]
  return `${heads[index % heads.length]}${tail}${volume ? ` ${volume + 1}` : ''}`
}

const wordAt = (index: number, words: readonly [Word, ...Word[]]): Word =>
  words[index % words.length] ?? words[0]

type Titled = Pick<MarketWork, 'name' | 'maskedName' | 'kana'>

/** Returns the title of an invented work with its reading. */
export function titleOf(
  chance: Chance,
  work: Pick<MarketWork, 'index' | 'case'> & { readonly lang: string | null },
  { series, voices }: Credits,
): Titled {
  const { index } = work
  const foreign = work.lang
  if (foreign === 'ENG' || foreign === 'CHI_HANS')
    return same(chance.pick(index, 'foreign', translated[foreign]), null)
  const [label, labelKana] = chance.pick(index, 'label', labels)
  const [setting, settingKana] = chance.pick(index, 'place', settings)
  const [happening, happeningKana] = chance.pick(index, 'happening', happenings)
  const part = series ? `${series.name} 第${chance.whole(index, 'part', [1, 9])}夜 ` : ''
  const voice = voices[0] && chance.of(index, 'voice in title') < 0.3 ? ` CV.${voices[0].name}` : ''
  const name = `${label}${part}${setting}${happening}${voice}`
  const titled = same(name, chance.of(index, 'kana') < 0.9 ? labelKana + settingKana + happeningKana : null)
  if (work.case === 'masked')
    return { ...same(`${name}～催眠術師の弟子～`, titled.kana), maskedName: `${name}～催○術師の弟子～` }
  return work.case === 'entitiesInName' ? same(`${name} "Tea & Stars" <3 it's late`, titled.kana) : titled
}

const same = (name: string, kana: string | null): Titled => ({ name, maskedName: name, kana })
