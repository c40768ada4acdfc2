/** Credits of works: few makers, series and voice actors have many works, most have few. */
import { type MarketCase, originalIndexOf } from './cases.ts'
import { makerAt, personAt, publisherAt, seriesAt, translationProgramme } from './cast.ts'
import type { Chance } from './chance.ts'
import type { Credits, MarketMaker, Person } from './market-work.ts'

export interface Cast {
  readonly makers: number
  readonly series: number
  readonly voices: number
  readonly illustrators: number
}

export function castFor(works: number): Cast {
  return {
    makers: Math.max(4, Math.round(works / 12)),
    series: Math.max(3, Math.round(works / 9)),
    voices: Math.max(6, Math.round(works / 8)),
    illustrators: Math.max(4, Math.round(works / 12)),
  }
}

export function creditsOf(chance: Chance, cast: Cast, subject: Subject): Credits {
  // Translations have the cast of their original.
  const index = /^translation|^circleTranslation/.test(subject.case)
    ? originalIndexOf(subject.index)
    : subject.index
  const seriesIndex =
    chance.of(index, 'in a series') < 0.45 ? chance.skewed(index, 'series', cast.series) : undefined
  const credits = {
    maker: makerOf(chance, cast, {
      ...subject,
      index: subject.case === 'circleTranslation' ? index : subject.index,
      seriesIndex,
    }),
    series: seriesIndex === undefined ? null : seriesAt(seriesIndex),
  }
  if (subject.case === 'noCreators')
    return { ...credits, voices: [], illustrators: [], writers: [], musicians: [] }
  const voiceCount = Math.max(1, Math.round(chance.of(index, 'voices') ** 3 * 5))
  const voice = (nth: number) => chance.skewed(index, `voice ${nth}`, cast.voices)
  const painter = cast.voices + chance.skewed(index, 'illustrator', cast.illustrators)
  return {
    ...credits,
    voices: different(Array.from({ length: voiceCount }, (_, nth) => voice(nth))),
    illustrators: chance.of(index, 'illustrated') < 0.85 ? [personAt(painter)] : [],
    // Writers are often voice actors as well: one person with one number in several roles.
    writers: chance.of(index, 'written') < 0.6 ? [personAt(chance.skewed(index, 'writer', cast.voices))] : [],
    musicians: chance.of(index, 'music') < 0.2 ? [personAt(painter + 1)] : [],
  }
}

interface Subject {
  readonly index: number
  readonly case: MarketCase
  readonly isBook: boolean
}

/** A series has one maker. */
function makerOf(
  chance: Chance,
  cast: Cast,
  subject: Subject & { readonly seriesIndex: number | undefined },
): MarketMaker {
  const { index, seriesIndex } = subject
  if (subject.case === 'translationParent') return translationProgramme
  if (subject.case === 'translationChild') return makerAt(chance.skewed(index, 'translator', cast.makers))
  if (subject.isBook) return publisherAt(chance.whole(index, 'publisher', [0, 4]))
  const maker =
    seriesIndex === undefined
      ? makerAt(chance.skewed(index, 'maker', cast.makers))
      : makerAt(chance.skewed(seriesIndex, 'maker of a series', cast.makers))
  return subject.case === 'emptyMakerName' ? { ...maker, nameEn: '' } : maker
}

const different = (indexes: readonly number[]): Person[] => [...new Set(indexes)].map(personAt)
