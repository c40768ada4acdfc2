/** Decides which names of an entity a viewer sees, from the works that the viewer may see. */
import * as v from 'valibot'

/** One way to name an entity. In a wording that people entered, null means "not changed". */
export interface Wording {
  readonly name: string | null
  readonly kana: string | null
  /** Names by locale; only genres have them. */
  readonly names: Readonly<Record<string, string>>
}

export interface AttributedWording extends Wording {
  /** Whether people entered it. Such a wording overrides those of works, and every viewer sees it. */
  readonly isGiven: boolean
  /** Whether it comes from works of an entity that was merged into this one. It is used only if works of this entity have no wording. */
  readonly isMerged: boolean
  /** The ages of the works that use it, as bits. */
  readonly ages: number
  /** Per age, a counter of when works last used this wording; larger is later. */
  readonly seenAt: Readonly<Record<Age, number>>
}

type Age = 1 | 2 | 3
const ages = [1, 2, 3] as const

export interface EntityNames {
  readonly name: string | null
  readonly kana?: string | null | undefined
  readonly names?: Readonly<Record<string, string | null>> | null | undefined
}

export const wordingOf = ({ name, kana, names }: EntityNames): Wording => ({
  name,
  kana: kana ?? null,
  names: Object.fromEntries(
    Object.entries(names ?? {}).flatMap(([locale, one]) => (one === null ? [] : [[locale, one]])),
  ),
})

/** Serializes a wording. Equal wordings give equal texts. */
export const writeWording = ({ name, kana, names }: Wording): string =>
  JSON.stringify([name, kana, Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1))])

const Written = v.tuple([
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.array(v.tuple([v.string(), v.string()])),
])

export function readWording(text: string): Wording {
  const [name, kana, names] = v.parse(Written, JSON.parse(text))
  return { name, kana, names: Object.fromEntries(names) }
}

/** Returns whether two works name an entity the same way. Fast for equal names, the usual case. */
export function hasSameNames(one: EntityNames, other: EntityNames): boolean {
  if (one === other) return true
  if (one.name !== other.name || (one.kana ?? null) !== (other.kana ?? null)) return false
  return isWithin(one.names, other.names) && isWithin(other.names, one.names)
}

function isWithin(names: EntityNames['names'], others: EntityNames['names']): boolean {
  if (!names || names === others) return true
  for (const locale in names) if (names[locale] !== null && names[locale] !== others?.[locale]) return false
  return true
}

/** Returns the wording that a server with only works of these ages (bits) would have; undefined if none of them names the entity. */
export function wordingFor(wordings: readonly AttributedWording[], among: number): Wording | undefined {
  const all = wordings.filter((one) => one.isGiven || (one.ages & among) !== 0)
  const own = all.filter(({ isMerged }) => !isMerged)
  const relevant = own.some(({ isGiven }) => !isGiven) ? own : all
  if (relevant.length === 0) return undefined
  const at = (one: AttributedWording) =>
    one.isGiven
      ? Number.POSITIVE_INFINITY
      : Math.max(...ages.map((age) => (among & (1 << age) ? one.seenAt[age] : 0)))
  return relevant.toSorted((a, b) => at(a) - at(b)).reduce<Wording>(overlayWording, noWording)
}

/** Returns the later wording with its missing fields filled from the earlier one. */
export const overlayWording = (before: Wording, { name, kana, names }: Wording): Wording => ({
  name: name ?? before.name,
  kana: kana ?? before.kana,
  names: { ...before.names, ...names },
})

/** Returns the names of merged entities that works of these ages (bits) use, and those that come from no work. */
export function mergedNamesFor(
  wordings: readonly AttributedWording[],
  names: readonly string[],
  among: number,
): string[] {
  const merged = wordings.filter(({ isMerged }) => isMerged)
  const isSeen = (name: string) => merged.some((one) => one.name === name && (one.ages & among) !== 0)
  const hasWorks = new Set(merged.map(({ name }) => name))
  return names.filter((name) => isSeen(name) || !hasWorks.has(name))
}

const noWording: Wording = { name: null, kana: null, names: {} }
