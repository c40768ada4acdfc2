/** The tracks or works to add to a playlist. Any page, menu or the queue sets them, and one dialog lists the playlists. */
import type { PlaylistThing } from '@koedana/contract/playlists.ts'
import { create } from 'zustand'

export interface Adding {
  readonly things: readonly PlaylistThing[]
  readonly title: string
  /** The suggested name of a new playlist. */
  readonly name?: string
}

export const useAdding = create<{ readonly adding: Adding | undefined }>(() => ({ adding: undefined }))

export const addToPlaylist = (adding: Adding): void => useAdding.setState({ adding })
export const endAdding = (): void => useAdding.setState({ adding: undefined })
