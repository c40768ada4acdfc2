/** Titles of invented works, with readings. */
import type { Chance } from './chance.ts'
import type { Credits, MarketWork } from './market-work.ts'
import { happenings, labels, places, translated } from './words.ts'

type Titled = Pick<MarketWork, 'name' | 'maskedName' | 'kana'>

export function titleOf(
  chance: Chance,
  work: Pick<MarketWork, 'index' | 'case' | 'translation'>,
  { series, voices }: Credits,
): Titled {
  const { index } = work
  const foreign = work.translation.lang
  if (foreign === 'ENG' || foreign === 'CHI_HANS')
    return same(chance.pick(index, 'foreign', translated[foreign]), null)
  const [label, labelKana] = chance.pick(index, 'label', labels)
  const [place, placeKana] = chance.pick(index, 'place', places)
  const [happening, happeningKana] = chance.pick(index, 'happening', happenings)
  const part = series ? `${series.name} 第${chance.whole(index, 'part', [1, 9])}夜 ` : ''
  const voice = voices[0] && chance.of(index, 'voice in title') < 0.3 ? ` CV.${voices[0].name}` : ''
  const name = `${label}${part}${place}${happening}${voice}`
  const titled = same(name, chance.of(index, 'kana') < 0.9 ? labelKana + placeKana + happeningKana : null)
  if (work.case === 'masked')
    return { ...same(`${name}～催眠術師の弟子～`, titled.kana), maskedName: `${name}～催○術師の弟子～` }
  return work.case === 'entitiesInName' ? same(`${name} "Tea & Stars" <3 it's late`, titled.kana) : titled
}

const same = (name: string, kana: string | null): Titled => ({ name, maskedName: name, kana })
