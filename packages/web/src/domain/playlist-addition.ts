/** The tracks or works to add to a playlist. Any page, menu or the queue sets them, and one dialog lists the playlists. */
import type { PlaylistTarget } from '@koedana/contract/playlists.ts'
import { create } from 'zustand'

export interface PlaylistAddition {
  readonly things: readonly PlaylistTarget[]
  readonly title: string
  /** The suggested name of a new playlist. */
  readonly name?: string
}

export const usePlaylistAddition = create<{ readonly adding: PlaylistAddition | undefined }>(() => ({
  adding: undefined,
}))

export const openPlaylistDialog = (adding: PlaylistAddition): void => usePlaylistAddition.setState({ adding })
export const closePlaylistDialog = (): void => usePlaylistAddition.setState({ adding: undefined })
