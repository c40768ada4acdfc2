/** Who is asking, as the catalogue knows them: the one place where a person becomes a mask. */
import type { KnownNames, Viewer } from '@koedana/catalogue/model/query.ts'
import type { Choices } from '@koedana/contract/choices.ts'
import type { AgeCategory, Locale } from '@koedana/contract/values.ts'
import { agesOf, type FindKey, policyOf, viewerOf } from '../../domain/viewer.rules.ts'
import type { Person } from '../../http/context.ts'
import type { Look } from './cards.ts'

/** As much of a request's context as decides who sees what. */
export interface Asker {
  readonly person: Person | undefined
  readonly locale: Locale
}

export interface Viewers {
  /** Names all who get the same answers to the same question. */
  readonly audience: (asker: Asker) => string
  /** Under the ceiling, and under what they chose for good and with this question. */
  readonly viewer: (asker: Asker, choices?: Choices) => Viewer
  /** Under the ceiling alone: only to count what own choices hide. */
  readonly belowCeiling: (asker: Asker) => Viewer
  /** Whether covers of adult works are sent as their thumbhash until they are revealed. */
  readonly isVeiled: (asker: Asker, choices?: Choices) => boolean
  /** How cards look to them, and which they may see. */
  readonly look: (asker: Asker, choices?: Choices) => Look
}

export interface ViewerSources {
  readonly visitorCeiling: () => AgeCategory
  readonly findKey: FindKey
  /** Names as works of these ages tell them; undefined where all tell the same. */
  readonly namesFor: (ages: number) => KnownNames | undefined
}

export function createViewers({ visitorCeiling, findKey, namesFor }: ViewerSources): Viewers {
  const ceilingOf = ({ person }: Asker) => person?.ceiling ?? visitorCeiling()
  const choicesOf = ({ person }: Asker, asked: Choices) => (person ? [person.choices, asked] : [asked])
  const named = (viewer: Viewer): Viewer => {
    const names = namesFor(viewer.ages)
    return names ? { ...viewer, names } : viewer
  }
  const viewers: Viewers = {
    audience: ({ person }) => person?.audience ?? `visitors:${visitorCeiling()}`,
    viewer: (asker, choices = {}) =>
      named(
        viewerOf({
          ceiling: ceilingOf(asker),
          locale: asker.locale,
          choices: choicesOf(asker, choices),
          findKey,
        }),
      ),
    belowCeiling: (asker) =>
      named(viewerOf({ ceiling: ceilingOf(asker), locale: asker.locale, choices: [], findKey })),
    isVeiled: (asker, choices = {}) => policyOf(choicesOf(asker, choices)) !== 'off',
    look: (asker, choices = {}) => ({
      locale: asker.locale,
      isVeiled: viewers.isVeiled(asker, choices),
      ages: agesOf({ ceiling: ceilingOf(asker), choices: choicesOf(asker, choices) }),
    }),
  }
  return viewers
}
