/** Holds what somebody is about to put into a playlist: any page, menu or the queue says it, and one dialog offers the playlists. */
import type { PlaylistThing } from '@koedana/contract/playlists.ts'
import { create } from 'zustand'

export interface Adding {
  readonly things: readonly PlaylistThing[]
  /** The title of them. */
  readonly title: string
  /** The name of a new playlist, if its name is not left to whoever makes it. */
  readonly name?: string
}

export const useAdding = create<{ readonly adding: Adding | undefined }>(() => ({ adding: undefined }))

export const addToPlaylist = (adding: Adding): void => useAdding.setState({ adding })
export const endAdding = (): void => useAdding.setState({ adding: undefined })
