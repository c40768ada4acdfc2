/** Holds the track whose subtitles an administrator is choosing: menus and the player set it, and one dialog shows it. */
import { create } from 'zustand'

export interface ChoosingLyrics {
  readonly workId: string
  readonly trackId: string
  readonly title: string
}

export const useChoosingLyrics = create<{ readonly choosing: ChoosingLyrics | undefined }>(() => ({
  choosing: undefined,
}))

export const chooseLyricsOf = (choosing: ChoosingLyrics): void => useChoosingLyrics.setState({ choosing })
export const endChoosingLyrics = (): void => useChoosingLyrics.setState({ choosing: undefined })
