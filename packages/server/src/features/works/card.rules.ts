import type { Entity } from '@koedana/contract/entities.ts'
import { cardNumbers, detailNumbers } from '@koedana/contract/field-lists.ts'
import type { AgeCategory, EntityKind, Locale } from '@koedana/contract/values.ts'
import type { Work, WorkCard } from '@koedana/contract/works.ts'
import { readNumbers } from '../../db/number-columns.rules.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'
import type { SignCover } from '../library/media/links.ts'
import type { CardRow } from './card-rows.store.ts'
import type { Links } from './works.store.ts'

type CardColumn = keyof CardRow & keyof WorkTable

/** The data that is needed in addition to the row to build a card. */
export interface CardParts {
  readonly row: Pick<WorkTable, CardColumn>
  readonly links: Pick<Links, 'artists' | 'genres'>
  readonly name: string | undefined
  readonly locale: Locale
  readonly findEntity: (kind: EntityKind, key: number) => Entity | undefined
  readonly signCover: SignCover
}

export function toCard(parts: CardParts): WorkCard {
  const { row, links } = parts
  return {
    id: row.id,
    title: parts.name ?? row.name,
    titleLanguage: titleLanguageOf(parts),
    ageCategory: ageOf(row),
    maker: entity(parts, 'makers', row.maker_key),
    artists: entities(parts, 'artists', links.artists),
    genres: entities(parts, 'genres', links.genres),
    ...readNumbers(cardNumbers, row),
    releaseDate: row.released_on,
    inLibrary: row.in_library === 1,
    hasLyrics: row.has_lyrics === 1,
    cover: coverOf(parts),
  }
}

export interface WorkParts extends CardParts {
  readonly row: WorkTable
  readonly links: Links
  readonly languages: readonly string[]
  readonly credits: readonly { readonly role: 'writer' | 'musician'; readonly name: string }[]
  readonly editions: Work['editions']
  readonly isPacked: boolean
}

export function toWork(parts: WorkParts): Work {
  const { row, links, credits } = parts
  return {
    ...toCard(parts),
    name: row.name,
    kana: row.kana,
    ...readNumbers(detailNumbers, row),
    languages: [...parts.languages],
    series: entity(parts, 'series', row.series_key),
    illustrators: entities(parts, 'illustrators', links.illustrators),
    writers: credits.filter(({ role }) => role === 'writer').map(({ name }) => name),
    musicians: credits.filter(({ role }) => role === 'musician').map(({ name }) => name),
    editions: parts.editions,
    availability: row.availability,
    packed: parts.isPacked,
    addedAt: row.added_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Returns the age category. Unknown counts as the highest. */
export const ageOf = (row: Pick<WorkTable, 'age_category'>): AgeCategory => row.age_category ?? 'r18'

/** A translated name is in the viewer's language; the marketplace's own names are Japanese. */
function titleLanguageOf({ name, locale, row }: CardParts): string {
  if (name !== undefined) return locale
  return row.id.startsWith('KD') ? '' : 'ja'
}

function entity(parts: CardParts, kind: EntityKind, key: number | null): Entity | null {
  return key === null ? null : (parts.findEntity(kind, key) ?? null)
}

function entities(parts: CardParts, kind: EntityKind, keys: readonly number[]): Entity[] {
  return keys.flatMap((key) => parts.findEntity(kind, key) ?? [])
}

export interface CoverParts extends Pick<CardParts, 'signCover'> {
  readonly row: Pick<WorkTable, 'id' | 'age_category' | 'cover_version' | 'cover_thumbhash'>
}

export function coverOf({ row, signCover }: CoverParts): WorkCard['cover'] {
  if (row.cover_version === null || row.cover_thumbhash === null) return null
  const signature = signCover({ workId: row.id, version: row.cover_version }, ageOf(row))
  return { thumbhash: row.cover_thumbhash, version: row.cover_version, signature }
}
