/**
 * Values by text that were used lately. At most twice as many as one generation holds: when the younger is full, what
 * was not used since the last time is forgotten at once, so that a look costs no bookkeeping.
 */
export class TwoGenerations<V> {
  readonly #capacity: number
  readonly #make: () => V
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  /** Of one generation, at least 1; `make` gives the value of a key that is new or was forgotten. */
  constructor(capacity: number, make: () => V) {
    this.#capacity = capacity
    this.#make = make
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: string): V {
    const found = this.#young.get(key)
    if (found !== undefined) return found
    const value = this.#old.get(key) ?? this.#make()
    this.#old.delete(key)
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }
}
