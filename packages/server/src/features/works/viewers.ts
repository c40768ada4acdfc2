/** Determines what a caller may see. Only this module converts a person to a viewer. */
import type { Viewer, ViewerNames } from '@koedana/catalogue/model/query.ts'
import type { AgeCategory, Locale, ViewerFilters } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { FindPersonalSets } from '../../domain/personal-sets.ts'
import { ageNumbers, agesOf, type FindKey, isAgeIn, policyOf, viewerOf } from '../../domain/viewer.rules.ts'
import type { Person, ShareAccess } from '../../http/context.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { SignCover, VisibleWorks } from '../library/media/links.ts'
import type { Cards, CardView } from './cards.ts'
import type { LiveCatalogue } from './index/live-catalogue.ts'
import { findAges } from './index/load-rows.store.ts'

export interface Caller {
  readonly person: Person | undefined
  readonly locale: Locale
  /** The share link that a visitor uses. Visitors see no more than its owner. */
  readonly lent?: Pick<ShareAccess, 'ceiling' | 'choices'> | undefined
}

interface Viewers {
  /** Returns a key of all callers without a share who get the same responses. Responses for shares are never cached. */
  readonly audience: (caller: Caller) => string
  /** Returns the viewer with the age limit and the filters of the account and the request. */
  readonly viewer: (caller: Caller, choices?: ViewerFilters) => Viewer
  /** Returns the viewer with only the age limit, to count what own filters hide. */
  readonly belowCeiling: (caller: Caller) => Viewer
  /** Returns whether covers of adult works are sent as thumbhash until they are revealed. */
  readonly isVeiled: (caller: Caller, choices?: ViewerFilters) => boolean
  readonly cardView: (caller: Caller, choices?: ViewerFilters) => CardView
}

export interface ViewerSources {
  readonly visitorCeiling: () => AgeCategory
  readonly findKey: FindKey
  /** Returns entity names according to works of these ages; undefined if all works agree. */
  readonly namesFor: (ages: number) => ViewerNames | undefined
}

export function createViewers({ visitorCeiling, findKey, namesFor }: ViewerSources): Viewers {
  const ceilingOf = ({ person, lent }: Caller) => {
    const own = person?.ceiling ?? visitorCeiling()
    return lent && ageNumbers[lent.ceiling] < ageNumbers[own] ? lent.ceiling : own
  }
  const choicesOf = ({ person, lent }: Caller, chosen: ViewerFilters) => [
    ...(person ? [person.choices] : []),
    ...(lent ? [sharedChoices(lent.choices)] : []),
    chosen,
  ]
  const named = (viewer: Viewer): Viewer => {
    const names = namesFor(viewer.ages)
    return names ? { ...viewer, names } : viewer
  }
  const viewers: Viewers = {
    audience: ({ person }) => person?.audience ?? `visitors:${visitorCeiling()}`,
    viewer: (caller, choices = {}) =>
      named(
        viewerOf({
          ceiling: ceilingOf(caller),
          locale: caller.locale,
          choices: choicesOf(caller, choices),
          findKey,
        }),
      ),
    belowCeiling: (caller) =>
      named(viewerOf({ ceiling: ceilingOf(caller), locale: caller.locale, choices: [], findKey })),
    isVeiled: (caller, choices = {}) => policyOf(choicesOf(caller, choices)) !== 'off',
    cardView: (caller, choices = {}) => ({
      locale: caller.locale,
      isVeiled: viewers.isVeiled(caller, choices),
      ages: agesOf({ ceiling: ceilingOf(caller), choices: choicesOf(caller, choices) }),
    }),
  }
  return viewers
}

/** Filters of the share's owner apply too. The veiling policy does not, unless it is `strict`, which also hides works. */
const sharedChoices = ({ policy, ...choices }: ViewerFilters): ViewerFilters =>
  policy === 'strict' ? { ...choices, policy } : choices

export interface WorkSources {
  readonly db: Db
  readonly catalogue: LiveCatalogue
  readonly dictionary: Dictionary
  readonly cards: Cards
  readonly viewers: Viewers
  readonly signCover: SignCover
  readonly findPersonalSets: FindPersonalSets
}

interface Sources {
  readonly db: Db
  readonly catalogue: Pick<WorkSources['catalogue'], 'current'>
  readonly viewers: Pick<WorkSources['viewers'], 'viewer'>
}

/** Returns a function that filters works by visibility, by the index and by their rows, which may be newer. */
export function visibleWorksIn({ db, catalogue, viewers }: Sources): VisibleWorks {
  return async (keys, caller, choices) => {
    const viewer = viewers.viewer(caller, choices)
    const visible = catalogue.current().visible(keys, viewer)
    const ages = await findAges(db, visible)
    return new Set(visible.filter((key) => ages.has(key) && isAgeIn(viewer.ages, ages.get(key) ?? 'r18')))
  }
}

export function visibleKeys(
  { catalogue, dictionary, viewers }: Pick<WorkSources, 'catalogue' | 'dictionary' | 'viewers'>,
  ids: readonly string[],
  caller: Caller,
): number[] {
  const keys = new Set(ids.flatMap((id) => dictionary.findKey('works', id) ?? []))
  return catalogue.current().visible([...keys], viewers.viewer(caller))
}
