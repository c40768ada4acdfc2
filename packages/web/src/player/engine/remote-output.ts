/** Devices that can sound instead of this one, as the browser lists them: Remote Playback, or AirPlay in Safari. */

export interface OutputState {
  /** Whether there is a device to choose, or to come back from. */
  readonly canChoose: boolean
  /** It sounds there now. */
  readonly isElsewhere: boolean
}

export const noOutput: OutputState = { canChoose: false, isElsewhere: false }

/** The part of an audio element that it needs. */
export interface OutputElement extends EventTarget {
  readonly remote?: Pick<RemotePlayback, 'watchAvailability' | 'prompt' | 'addEventListener'>
}

export class RemoteOutput {
  readonly #onChange: (state: OutputState) => void
  #state = noOutput

  /** Browsers without either are left alone. */
  constructor(elements: readonly OutputElement[], onChange: (state: OutputState) => void) {
    this.#onChange = onChange
    for (const audio of elements) {
      if (audio.remote) this.#watchRemote(audio.remote)
      else if ('webkitShowPlaybackTargetPicker' in audio) this.#watchAirPlay(audio)
    }
  }

  get isElsewhere(): boolean {
    return this.#state.isElsewhere
  }

  /** Opens the browser's list for what sounds now. It wants a press of the listener. */
  choose(audio: OutputElement): void {
    // Who closes the list has chosen nothing.
    if (audio.remote) void audio.remote.prompt().catch(() => {})
    else call(audio, 'webkitShowPlaybackTargetPicker')
  }

  #watchRemote(remote: NonNullable<OutputElement['remote']>): void {
    const watched = remote.watchAvailability((canChoose) => this.#set({ canChoose }))
    // Where a device is not looked for in the background, the list looks for it.
    void watched.catch(({ name }: DOMException) => this.#set({ canChoose: name === 'NotSupportedError' }))
    remote.addEventListener('connect', () => this.#set({ isElsewhere: true }))
    remote.addEventListener('disconnect', () => this.#set({ isElsewhere: false }))
  }

  #watchAirPlay(audio: OutputElement): void {
    audio.addEventListener('webkitplaybacktargetavailabilitychanged', (event) =>
      this.#set({ canChoose: 'availability' in event && event.availability === 'available' }),
    )
    audio.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', () =>
      this.#set({
        isElsewhere:
          'webkitCurrentPlaybackTargetIsWireless' in audio &&
          audio.webkitCurrentPlaybackTargetIsWireless === true,
      }),
    )
  }

  #set(change: Partial<OutputState>): void {
    const next = { ...this.#state, ...change }
    const { canChoose, isElsewhere } = this.#state
    if (next.canChoose === canChoose && next.isElsewhere === isElsewhere) return
    this.#state = next
    this.#onChange(next)
  }
}

function call(audio: OutputElement, name: 'webkitShowPlaybackTargetPicker'): void {
  const act: unknown = Reflect.get(audio, name)
  if (typeof act === 'function') Reflect.apply(act, audio, [])
}
