/** Delays playback until the position on other devices is known. */
export class PositionCheck {
  readonly #catchUp: () => Promise<void> | undefined
  readonly #setWaiting: (waiting: boolean) => void
  #current: Promise<void> | undefined
  /** Whether the user chose a position since playback stopped: then positions of other devices are ignored. */
  isChosen = false

  constructor(catchUp: () => Promise<void> | undefined, setWaiting: (waiting: boolean) => void) {
    this.#catchUp = catchUp
    this.#setWaiting = setWaiting
  }

  get isRunning(): boolean {
    return this.#current !== undefined
  }

  /** Calls `play` once the position is known; immediately if there is nothing to wait for. */
  run(play: () => void): void {
    const check = this.isChosen ? undefined : this.#catchUp()
    if (!check) {
      play()
      return
    }
    this.#current = check
    this.#setWaiting(true)
    void check.then(() => {
      if (this.#current !== check) return
      this.end()
      play()
    })
  }

  /** Cancels the pending call of `play`. */
  end(): void {
    if (!this.#current) return
    this.#current = undefined
    this.#setWaiting(false)
  }
}
