/** Has a press of play wait until the position of other devices is known. */
export class PositionCheck {
  readonly #catchUp: () => Promise<void> | undefined
  readonly #setWaiting: (waiting: boolean) => void
  #current: Promise<void> | undefined
  /** The listener chose the position since it last played: no other device knows better. */
  isChosen = false

  constructor(catchUp: () => Promise<void> | undefined, setWaiting: (waiting: boolean) => void) {
    this.#catchUp = catchUp
    this.#setWaiting = setWaiting
  }

  get isRunning(): boolean {
    return this.#current !== undefined
  }

  /** Calls `play` once the position is known; at once if there is nothing to wait for. */
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

  /** Cancels the press of play that waits. */
  end(): void {
    if (!this.#current) return
    this.#current = undefined
    this.#setWaiting(false)
  }
}
