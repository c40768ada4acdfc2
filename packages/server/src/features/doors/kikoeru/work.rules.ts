/** A work in the form of all known kikoeru apps: the union of their fields, since each ignores unknown ones. */
import type { ProgressState } from '@koedana/contract/values.ts'
import type { Work, WorkCard } from '@koedana/contract/works.ts'
import { entityNumberOf, type NumberedKind, workNumberOf } from './ids.rules.ts'

export interface WorkAround {
  readonly keyOf: (kind: NumberedKind, id: string) => number
  readonly nameIn: (id: string) => Readonly<Record<string, { readonly name: string }>>
  readonly reviewCount: number | null
  readonly createdAt: string
  readonly mark: OwnMark | undefined
}

export interface OwnMark {
  readonly rating: number | null
  readonly progress: ProgressState | null
  readonly note: string
}

const states = {
  want: 'marked',
  listening: 'listening',
  finished: 'listened',
  postponed: 'postponed',
} as const

export const progressOf = (state: ProgressState | null): string | null =>
  state === null ? null : states[state]

/** Returns the state; `replay` means listening. Undefined for an unknown word. */
export function stateOf(progress: string): ProgressState | undefined {
  if (progress === 'replay') return 'listening'
  return Object.entries(states).flatMap(([state, word]) =>
    word === progress && isState(state) ? [state] : [],
  )[0]
}

const isState = (text: string): text is ProgressState => Object.hasOwn(states, text)

const ages = { all: 'general', r15: 'r15', r18: 'adult' } as const

export function workOf(card: WorkCard, around: WorkAround) {
  const { maker, mark } = { ...card, ...around }
  const number = workNumberOf(card.id)
  const circle = maker
    ? {
        id: entityNumberOf('makers', { id: maker.id, key: around.keyOf('makers', maker.id) }),
        name: maker.name,
      }
    : { id: 0, name: '' }
  const day = around.createdAt.slice(0, 10)
  return {
    id: number,
    title: card.title,
    circle_id: circle.id,
    name: circle.name,
    circle: { ...circle, source_id: maker?.id ?? '', source_type: 'DLSITE' },
    nsfw: card.ageCategory === 'r18',
    age_category_string: ages[card.ageCategory],
    release: card.releaseDate ?? '',
    dl_count: card.sales ?? 0,
    price: card.price ?? 0,
    review_count: around.reviewCount ?? 0,
    rate_count: card.ratingCount ?? 0,
    rate_average_2dp: card.rating ?? 0,
    vas: card.artists.map(({ id, name }) => ({ id, name })),
    tags: card.genres.map(({ id, name }) => ({
      id: entityNumberOf('genres', { id, key: around.keyOf('genres', id) }),
      name,
      i18n: around.nameIn(id),
    })),
    userRating: mark?.rating ?? null,
    progress: progressOf(mark?.progress ?? null),
    review_text: mark?.note || null,
    created_at: around.createdAt,
    create_date: day,
    ...whatIsThere(card),
    ...pictures(number),
    ...communityFields,
  }
}

const whatIsThere = (card: WorkCard) => ({
  has_subtitle: card.hasLyrics,
  lyric_status: card.hasLyrics ? 'local' : '',
  // Integer parsers fail on fractions.
  duration: Math.round(card.duration ?? 0),
  memo: { duration: {}, totalDuration: Math.round(card.duration ?? 0) },
  source_id: card.id,
  source_type: 'DLSITE',
  source_url: '',
})

const pictures = (number: number) => {
  const cover = (type: string) => `/api/cover/${number}?type=${type}`
  return {
    samCoverUrl: cover('sam'),
    thumbnailCoverUrl: cover('240x240'),
    mainCoverUrl: cover('main'),
  }
}

/** Fields of community servers that we have no values for; parsers require them. */
const communityFields = {
  rate_count_detail: [],
  rank: null,
  relatedWorks: [],
  language_editions: [],
  other_language_editions_in_db: [],
  translation_info: null,
  work_attributes: '',
  playlistStatus: {},
}

/** Returns the other editions, which are only part of a single work's response. */
export const editionsOf = ({ id, editions }: Work) =>
  editions
    .filter((edition) => edition.id !== id)
    .map((edition) => ({
      id: workNumberOf(edition.id),
      lang: edition.languages[0] ?? '',
      title: edition.title,
      source_id: edition.id,
      is_original: false,
      source_type: 'DLSITE',
    }))
