/**
 * A CLOCK cache by number, for the hottest reads: an LRU cache moves a value at every look, which costs more than the look.
 * Here each is marked instead, and a hand that goes round passes over a mark once when room is needed.
 */
export class ClockCache<V> {
  readonly #capacity: () => number
  /** The slot of each key's value. */
  readonly #slots = new Map<number, number>()
  readonly #keys: number[] = []
  readonly #values: (V | undefined)[] = []
  /** A byte for each slot: it is written at every look, and should lie in the cache of the core. */
  #isUsed = new Uint8Array(1_024)
  /** Slots of what was deleted. */
  readonly #free: number[] = []
  #hand = 0

  /** The capacity is at least 1; it may grow. */
  constructor(capacity: () => number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#slots.size
  }

  /** Returns those that it has now. */
  keys(): readonly number[] {
    return [...this.#slots.keys()]
  }

  get(key: number): V | undefined {
    const slot = this.#slots.get(key)
    if (slot === undefined) return undefined
    this.#isUsed[slot] = 1
    return this.#values[slot]
  }

  set(key: number, value: V): void {
    const slot = this.#slots.get(key) ?? this.#room(key)
    this.#values[slot] = value
    this.#isUsed[slot] = 0
  }

  delete(key: number): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    this.#values[slot] = undefined
    this.#free.push(slot)
  }

  #room(key: number): number {
    const taken = this.#values.length
    const slot = this.#free.pop() ?? (taken < this.#capacity() ? taken : this.#leave())
    this.#slots.set(key, slot)
    this.#keys[slot] = key
    if (slot >= this.#isUsed.length) this.#grow()
    return slot
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#isUsed.length)
    grown.set(this.#isUsed)
    this.#isUsed = grown
  }

  /** Frees a slot; call it only if every slot is taken. */
  #leave(): number {
    const taken = this.#values.length
    while (this.#isUsed[this.#hand]) {
      this.#isUsed[this.#hand] = 0
      this.#hand = (this.#hand + 1) % taken
    }
    const slot = this.#hand
    this.#slots.delete(this.#keys[slot] ?? Number.NaN)
    this.#hand = (slot + 1) % taken
    return slot
  }
}
