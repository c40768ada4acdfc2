/** Remote playback devices: the Remote Playback API, or AirPlay in Safari. */

export interface OutputState {
  /** Whether there is a device to choose or to disconnect from. */
  readonly canChoose: boolean
  /** Whether a remote device plays. */
  readonly isElsewhere: boolean
}

export const noOutput: OutputState = { canChoose: false, isElsewhere: false }

/** The part of an audio element that this class uses. */
export interface OutputElement extends EventTarget {
  readonly remote?: Pick<RemotePlayback, 'watchAvailability' | 'prompt' | 'addEventListener'>
}

export class RemoteOutput {
  readonly #onChange: (state: OutputState) => void
  #state = noOutput

  /** Does nothing in browsers without either API. */
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

  /** Opens the browser's device list. Requires a user gesture. */
  choose(audio: OutputElement): void {
    // `prompt` rejects if the user closes the list without a choice.
    if (audio.remote) void audio.remote.prompt().catch(() => {})
    else call(audio, 'webkitShowPlaybackTargetPicker')
  }

  #watchRemote(remote: NonNullable<OutputElement['remote']>): void {
    const watched = remote.watchAvailability((canChoose) => this.#set({ canChoose }))
    // If the browser cannot search in the background, the device list searches when it opens.
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
