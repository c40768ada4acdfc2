/** The column `flags` holds this of a work: whether it is here, and how it can be read along. */

export const inLibraryFlag = 1
export const hasLyricsFlag = 2
/** The bits of the flags above these are the languages in which a work can be read along. */
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
