import type { Channels } from './channels.ts'

/**
 * Interfaces to the audio elements and the Media Session API. On phones one element stays active, so that the browser keeps its permission
 * to play.
 */
export interface SoundEvents {
  /** Times in seconds; `duration` is 0 until it is known. */
  readonly onTime: (time: number, duration: number) => void
  readonly onPlaying: (playing: boolean) => void
  readonly onEnded: () => void
  /** Returns whether the prepared track may start after the current one. */
  readonly mayFollow: () => boolean
  /** The URL failed to load or to play. */
  readonly onFailed: () => void
}

export interface Sound {
  readonly load: (url: string, startAt: number) => void
  /** Preloads the next track, or drops the preloaded one if `url` is empty. It plays without a gap if there is a second element. */
  readonly prepare: (url: string) => void
  readonly play: () => void
  readonly pause: () => void
  readonly seek: (time: number) => void
  readonly setSpeed: (speed: number) => void
  /** Sets the volume from 0 to 1. Some phones ignore it and use only their hardware buttons. */
  readonly setVolume: (volume: number) => void
  readonly unload: () => void
}

export interface PageSound extends Sound {
  readonly setChannels: (channels: Channels) => void
  /** Lets the user choose another output device, if the browser supports it. */
  readonly chooseOutput: () => void
}

/** Actions for the lock screen, headset buttons and media keys. */
export interface MediaActions {
  readonly play: () => void
  readonly pause: () => void
  readonly next: () => void
  readonly previous: () => void
  readonly skip: (seconds: number) => void
  readonly seek: (time: number) => void
}

const skipSeconds = 15

/** Registers the actions; does nothing in browsers without the Media Session API. Call it once. */
export function offerMediaActions(actions: MediaActions): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.setActionHandler('play', actions.play)
  mediaSession.setActionHandler('pause', actions.pause)
  mediaSession.setActionHandler('nexttrack', actions.next)
  mediaSession.setActionHandler('previoustrack', actions.previous)
  mediaSession.setActionHandler('seekforward', (at) => actions.skip(at.seekOffset ?? skipSeconds))
  mediaSession.setActionHandler('seekbackward', (at) => actions.skip(-(at.seekOffset ?? skipSeconds)))
  mediaSession.setActionHandler('seekto', (at) => at.seekTime !== undefined && actions.seek(at.seekTime))
}

export interface MediaDescription {
  readonly title: string
  readonly artist: string
  readonly album: string
  readonly artwork: readonly MediaImage[]
}

export function describeMedia({ title, artist, album, artwork }: MediaDescription): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [...artwork] })
}

/** Reports the position to system controls that show a seek bar. */
export function reportPosition(position: number, duration: number, speed: number): void {
  if (!('mediaSession' in navigator) || duration <= 0) return
  navigator.mediaSession.setPositionState({
    position: Math.min(position, duration),
    duration,
    playbackRate: speed,
  })
}
