import type { Channels } from './channels.ts'

/** The audio elements of a page. The one that sounds stays the same on phones, so that the browser keeps letting it play. */
export interface SoundEvents {
  /** Seconds; the length is 0 until it is known. */
  readonly onTime: (time: number, duration: number) => void
  readonly onPlaying: (playing: boolean) => void
  readonly onEnded: () => void
  /** Returns whether what was prepared is heard once this one has ended. */
  readonly mayFollow: () => boolean
  /** The address does not give sound, or no longer does. */
  readonly onFailed: () => void
}

export interface Sound {
  readonly load: (url: string, startAt: number) => void
  /** Loads what comes next, `''` for nothing: it begins without a gap where a second element may sound. */
  readonly prepare: (url: string) => void
  readonly play: () => void
  readonly pause: () => void
  readonly seek: (time: number) => void
  readonly setSpeed: (speed: number) => void
  /** Sets it from 0 to 1; some phones leave it to their buttons. */
  readonly setVolume: (volume: number) => void
  readonly unload: () => void
}

export interface PageSound extends Sound {
  readonly setChannels: (channels: Channels) => void
  /** Lets the listener choose another device, where the browser knows of one. */
  readonly chooseOutput: () => void
}

/** The system's own controls: lock screen, headset buttons, media keys. */
export interface MediaActions {
  readonly play: () => void
  readonly pause: () => void
  readonly next: () => void
  readonly previous: () => void
  readonly skip: (seconds: number) => void
  readonly seek: (time: number) => void
}

const skipSeconds = 15

/** Called once; browsers without the interface are left alone. */
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

export interface Described {
  readonly title: string
  readonly artist: string
  readonly album: string
  readonly artwork: readonly MediaImage[]
}

export function describeMedia({ title, artist, album, artwork }: Described): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [...artwork] })
}

/** Reports the position to systems that draw a seek line of their own. */
export function reportPosition(position: number, duration: number, speed: number): void {
  if (!('mediaSession' in navigator) || duration <= 0) return
  navigator.mediaSession.setPositionState({
    position: Math.min(position, duration),
    duration,
    playbackRate: speed,
  })
}
