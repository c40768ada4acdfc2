/** One audio element for the whole life of the page, so that the browser keeps letting it play. */

export interface SoundEvents {
  /** Seconds; the length is 0 until it is known. */
  readonly onTime: (time: number, duration: number) => void
  readonly onPlaying: (playing: boolean) => void
  readonly onEnded: () => void
  /** The address does not give sound, or no longer does. */
  readonly onFailed: () => void
}

export interface Sound {
  readonly load: (url: string, startAt: number) => void
  readonly play: () => void
  readonly pause: () => void
  readonly seek: (time: number) => void
  readonly setSpeed: (speed: number) => void
  readonly unload: () => void
}

export function createSound(audio: HTMLAudioElement, events: SoundEvents): Sound {
  audio.preload = 'metadata'
  const length = () => (Number.isFinite(audio.duration) ? audio.duration : 0)
  const report = () => events.onTime(audio.currentTime, length())
  for (const name of ['timeupdate', 'durationchange', 'seeked']) audio.addEventListener(name, report)
  audio.addEventListener('play', () => events.onPlaying(true))
  audio.addEventListener('pause', () => events.onPlaying(false))
  audio.addEventListener('ended', events.onEnded)
  audio.addEventListener('error', () => {
    if (audio.hasAttribute('src')) events.onFailed()
  })
  return {
    load: (url, startAt) => {
      audio.src = url
      audio.currentTime = startAt
    },
    // Refused without a gesture, or cut short by the next track: the element says which state it is in.
    play: () => void audio.play().catch(() => events.onPlaying(!audio.paused)),
    pause: () => audio.pause(),
    seek: (time) => {
      audio.currentTime = time
    },
    setSpeed: (speed) => {
      // A new address resets the rate to the default one.
      audio.defaultPlaybackRate = speed
      audio.playbackRate = speed
    },
    unload: () => {
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
    },
  }
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
export function placeMedia(position: number, duration: number, speed: number): void {
  if (!('mediaSession' in navigator) || duration <= 0) return
  navigator.mediaSession.setPositionState({
    position: Math.min(position, duration),
    duration,
    playbackRate: speed,
  })
}
