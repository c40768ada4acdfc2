/**
 * A CLOCK cache by number, for the hottest reads: an LRU cache moves a value at every look, which costs more than the look.
 * Here each is marked instead, and a hand that goes round passes over a mark once when room is needed.
 */
export class ClockCache<V> {
  readonly #capacity: () => number
  /** The place of each key's value. */
  readonly #places = new Map<number, number>()
  readonly #keys: number[] = []
  readonly #values: (V | undefined)[] = []
  readonly #isUsed: boolean[] = []
  /** Places of what was deleted. */
  readonly #free: number[] = []
  #hand = 0

  /** The capacity is at least 1; it may grow. */
  constructor(capacity: () => number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#places.size
  }

  /** Those that it has now. */
  keys(): readonly number[] {
    return [...this.#places.keys()]
  }

  get(key: number): V | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    this.#isUsed[place] = true
    return this.#values[place]
  }

  set(key: number, value: V): void {
    const place = this.#places.get(key) ?? this.#room(key)
    this.#values[place] = value
    this.#isUsed[place] = false
  }

  delete(key: number): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    this.#places.delete(key)
    this.#values[place] = undefined
    this.#free.push(place)
  }

  #room(key: number): number {
    const taken = this.#values.length
    const place = this.#free.pop() ?? (taken < this.#capacity() ? taken : this.#leave())
    this.#places.set(key, place)
    this.#keys[place] = key
    return place
  }

  /** Frees a place; call it only if every place is taken. */
  #leave(): number {
    const taken = this.#values.length
    while (this.#isUsed[this.#hand]) {
      this.#isUsed[this.#hand] = false
      this.#hand = (this.#hand + 1) % taken
    }
    const place = this.#hand
    this.#places.delete(this.#keys[place] ?? Number.NaN)
    this.#hand = (place + 1) % taken
    return place
  }
}
