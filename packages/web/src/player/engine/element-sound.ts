/** Presents two audio elements as one player: the second element preloads the next track, then the two swap. */
import { type Channels, createChannelGraph } from './channels.ts'
import { Handover } from './gapless-handover.ts'
import type { PageSound, SoundEvents } from './page-ports.ts'
import { type OutputState, RemoteOutput } from './remote-output.ts'

export interface ElementEvents extends SoundEvents {
  /** Reports whether a remote device plays, and whether there are devices to choose from. */
  readonly onOutput: (state: OutputState) => void
}

export class ElementSound implements PageSound {
  readonly #events: SoundEvents
  readonly #handover: Handover
  readonly #output: RemoteOutput
  readonly #setGraph: (channels: Channels, active: HTMLAudioElement) => void
  #active: HTMLAudioElement
  #other: HTMLAudioElement | undefined
  /** The URL that the other element has loaded; empty if none. */
  #prepared = ''

  /** Without a `standby` element, one element plays all tracks. */
  constructor(first: HTMLAudioElement, standby: HTMLAudioElement | undefined, events: ElementEvents) {
    this.#events = events
    this.#active = first
    this.#other = standby
    this.#setGraph = createLazyGraph(() => this.#both())
    this.#handover = new Handover({
      later,
      active: () => this.#active,
      mayBegin: () => this.#prepared !== '' && events.mayFollow(),
      begin: () => void this.#other?.play().catch(() => this.#handover.cancel()),
      takeBack: () => {
        if (this.#other) rewind(this.#other)
      },
    })
    this.#output = new RemoteOutput(this.#both(), (state) => {
      if (state.isElsewhere) this.prepare('')
      events.onOutput(state)
    })
    for (const audio of this.#both()) {
      audio.preload = 'metadata'
      listenTo(audio, { events, handover: this.#handover, isActive: () => audio === this.#active })
    }
  }

  load(url: string, startAt: number): void {
    if (this.#prepared === url && startAt === 0) {
      this.#swapElements()
      return
    }
    this.#handover.cancel()
    this.#active.src = url
    this.#active.currentTime = startAt
  }

  prepare(url: string): void {
    const other = this.#other
    if (!other || this.#prepared === url || this.#handover.hasBegun) return
    // Only one element plays on the remote device: the other one would play on this device.
    if (this.#output.isElsewhere && url !== '') return
    this.#prepared = url
    other.preload = 'auto'
    if (url === '') clearSource(other)
    else other.src = url
  }

  play(): void {
    const audio = this.#active
    // After a gapless handover the element plays already, so it fires no event.
    if (!audio.paused) this.#events.onPlaying(true)
    // Playback may be rejected without a user gesture or aborted by the next track. Report the actual state of the element.
    void audio.play().catch(() => audio === this.#active && this.#events.onPlaying(!audio.paused))
  }

  pause(): void {
    this.#active.pause()
  }

  seek(time: number): void {
    this.#handover.cancel()
    this.#active.currentTime = time
  }

  setSpeed(speed: number): void {
    for (const audio of this.#both()) {
      // Loading a new URL resets the playback rate to the default rate.
      audio.defaultPlaybackRate = speed
      audio.playbackRate = speed
    }
  }

  setVolume(volume: number): void {
    for (const audio of this.#both()) audio.volume = volume
  }

  setChannels(channels: Channels): void {
    this.#handover.cancel()
    this.#prepared = ''
    this.#setGraph(channels, this.#active)
  }

  chooseOutput(): void {
    this.#output.choose(this.#active)
  }

  unload(): void {
    this.#handover.cancel()
    this.#prepared = ''
    for (const audio of this.#both()) clearSource(audio)
  }

  #both(): readonly HTMLAudioElement[] {
    return this.#other ? [this.#active, this.#other] : [this.#active]
  }

  #swapElements(): void {
    if (!this.#other) return
    this.#handover.done()
    ;[this.#active, this.#other] = [this.#other, this.#active]
    clearSource(this.#other)
    this.#prepared = ''
  }
}

/** Creates the Web Audio graph on first use. The graph accepts only CORS media, so the current track is loaded again with CORS. */
function createLazyGraph(elements: () => readonly HTMLAudioElement[]) {
  let set: ((channels: Channels) => void) | undefined
  return (channels: Channels, active: HTMLAudioElement) => {
    if (!set && (channels.mono || channels.swap)) {
      set = createChannelGraph(elements())
      for (const audio of elements()) audio.crossOrigin = 'anonymous'
      if (active.hasAttribute('src')) reloadSource(active)
    }
    set?.(channels)
  }
}

function reloadSource(audio: HTMLAudioElement): void {
  const { currentTime, paused } = audio
  audio.load()
  audio.currentTime = currentTime
  if (!paused) void audio.play()
}

interface ListenerContext {
  readonly events: SoundEvents
  readonly handover: Handover
  readonly isActive: () => boolean
}

function listenTo(audio: HTMLAudioElement, { events, handover, isActive }: ListenerContext): void {
  const listen = (name: string, act: () => void) => audio.addEventListener(name, () => isActive() && act())
  const length = () => (Number.isFinite(audio.duration) ? audio.duration : 0)
  const report = () => events.onTime(audio.currentTime, length())
  for (const name of ['timeupdate', 'durationchange', 'seeked']) listen(name, report)
  listen('play', () => events.onPlaying(true))
  listen('pause', () => {
    // An element also fires `pause` when it ends.
    if (!audio.ended) handover.cancel()
    events.onPlaying(false)
  })
  listen('ended', events.onEnded)
  listen('error', () => {
    if (audio.hasAttribute('src')) events.onFailed()
  })
  listen('timeupdate', () => handover.watch())
}

function rewind(audio: HTMLAudioElement): void {
  audio.pause()
  audio.currentTime = 0
}

function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

function clearSource(audio: HTMLAudioElement): void {
  audio.pause()
  audio.removeAttribute('src')
  audio.load()
}
