/** Converts content settings between wire format and rows. */
import type { AccountSettings, NamedSettings } from '@koedana/contract/account.ts'
import { WorkFilter } from '@koedana/contract/filters.ts'
import { readQuery, writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { StoredChoices, StoredExclusion } from './settings.store.ts'

export type FindName = (kind: EntityKind, id: string) => string | undefined

/** Entities without a name no longer exist and are left out. */
export function settingsOf(
  { policy, age_filter_mode, filter_defaults }: StoredChoices,
  exclusions: readonly StoredExclusion[],
  findName: FindName,
): NamedSettings {
  const named = (wanted: EntityKind) =>
    exclusions.flatMap(({ kind, entity_id: id, reason }) => {
      const name = kind === wanted ? findName(kind, id) : undefined
      return name === undefined ? [] : [{ id, ...(reason === null ? {} : { reason }), name }]
    })
  return {
    policy,
    ageFilterMode: age_filter_mode,
    filterDefaults: readFilter(filter_defaults),
    excluded: {
      makers: named('makers'),
      series: named('series'),
      artists: named('artists'),
      illustrators: named('illustrators'),
      genres: named('genres'),
    },
  }
}

/** Returns each exclusion once, in the given order. Exclusions that the caller was not shown are kept at the end, up to the limit. */
export function exclusionsOf(
  excluded: AccountSettings['excluded'],
  before: readonly StoredExclusion[],
  findName: FindName,
): StoredExclusion[] {
  return entityKinds.flatMap((kind) => {
    const chosen = new Map<string, StoredExclusion>()
    for (const { id, reason } of excluded[kind]) {
      const entity_id = id.toWellFormed()
      if (!chosen.has(entity_id)) chosen.set(entity_id, { kind, entity_id, reason: storable(reason) })
    }
    const gone = before.filter(
      ({ kind: other, entity_id }) =>
        other === kind && !chosen.has(entity_id) && findName(kind, entity_id) === undefined,
    )
    return [...chosen.values(), ...gone].slice(0, maxPerKind)
  })
}

/** The contract's limit. */
const maxPerKind = 500

/** PostgreSQL stores neither NUL nor lone surrogates. */
const storable = (reason: string | undefined): string | null =>
  reason?.toWellFormed().replaceAll('\0', '') || null

/** Serializes a filter as a query string. */
export function writeFilter(filter: WorkFilter): string {
  const { minRating, ...others } = filter
  const rounded = minRating === undefined ? {} : { minRating: Math.round(minRating * 100) / 100 }
  return writeQuery({ ...others, ...rounded }).toString()
}

/** Parses a stored query string; returns an empty filter if it is no longer valid. */
export function readFilter(text: string): WorkFilter {
  const raw: Record<string, string[]> = {}
  for (const [key, value] of new URLSearchParams(text)) raw[key] = [...(raw[key] ?? []), value]
  const single = Object.entries(raw).map(([key, values]) => [
    key,
    values.length === 1 ? (values[0] ?? '') : values,
  ])
  const read = v.safeParse(WorkFilter, readQuery(WorkFilter, Object.fromEntries(single)))
  return read.success ? read.output : {}
}
