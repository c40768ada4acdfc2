/** Parses parameters of Subsonic clients leniently: an invalid number becomes the default, an invalid ID is an unknown one. */
export type Query = Readonly<Record<string, string>>

/** The object of an ID; its prefix is the kind. */
export type ParsedId = {
  readonly kind: 'album' | 'maker' | 'artist' | 'song' | 'playlist'
  readonly id: string
}

const prefixes = { album: 'al-', maker: 'ar-', artist: 'va-', song: 'tr-', playlist: 'pl-' } as const
const kinds = ['album', 'maker', 'artist', 'song', 'playlist'] as const

export const idOf = (kind: ParsedId['kind'], id: string): string => prefixes[kind] + id

/** Returns undefined if the text cannot be an ID. */
export function parseId(text: string): ParsedId | undefined {
  const kind = kinds.find((one) => text.startsWith(prefixes[one]))
  const id = text.slice(3)
  return kind !== undefined && /^[^\p{Cc}\p{Cs}]{1,100}$/u.test(id) ? { kind, id } : undefined
}

export interface Bounds {
  readonly usual: number
  readonly most: number
}

export function numberOf(text: string | undefined, { usual, most }: Bounds): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return usual
  return Math.min(Number(text), most)
}

export interface Page {
  readonly offset: number
  readonly count: number
}

/** More than any list has. */
const maxOffset = 100_000_000
const maxAtOnce = 500

/** Returns a page from two parameters, whose names differ between calls. */
export const pageOf = (
  query: Query,
  names: { readonly count: string; readonly offset: string },
  usual: number,
) => ({
  count: numberOf(query[names.count], { usual, most: maxAtOnce }),
  offset: numberOf(query[names.offset], { usual: 0, most: maxOffset }),
})

/** Converts a parameter in milliseconds to seconds, limited to a week. */
export const secondsOf = (text: string | undefined): number =>
  numberOf(text?.replace(/\.\d+$/, ''), { usual: 0, most: 604_800_000 }) / 1000
