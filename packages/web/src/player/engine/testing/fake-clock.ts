export class FakeClock {
  /** Milliseconds. */
  now = 0
  #timers: { readonly at: number; readonly act: () => void }[] = []

  later(ms: number, act: () => void): () => void {
    const timer = { at: this.now + ms, act }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  pass(ms: number): void {
    this.now += ms
    const due = this.#timers.filter(({ at }) => at <= this.now)
    this.#timers = this.#timers.filter(({ at }) => at > this.now)
    for (const { act } of due) act()
  }
}
