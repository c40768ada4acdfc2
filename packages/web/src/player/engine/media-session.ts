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

/** Where the system draws its own seek line. */
export function placeMedia(position: number, duration: number, speed: number): void {
  if (!('mediaSession' in navigator) || duration <= 0) return
  navigator.mediaSession.setPositionState({
    position: Math.min(position, duration),
    duration,
    playbackRate: speed,
  })
}
