/** Bits of the column `flags`: whether the library has the work, and its subtitles. */

export const inLibraryFlag = 1
export const hasLyricsFlag = 2
/** The bits from this one on are the languages of the subtitles. */
const lyricsLanguagesAt = 2

export interface WorkFlags {
  readonly inLibrary: boolean
  readonly hasLyrics: boolean
  /** Bit i is language i of `lyricsLanguages` in the contract. */
  readonly lyricsLanguages: number
}

export const flagsOf = ({ inLibrary, hasLyrics, lyricsLanguages }: WorkFlags): number =>
  (inLibrary ? inLibraryFlag : 0) | (hasLyrics ? hasLyricsFlag : 0) | (lyricsLanguages << lyricsLanguagesAt)

export const lyricsLanguagesIn = (flags: number): number => flags >>> lyricsLanguagesAt
