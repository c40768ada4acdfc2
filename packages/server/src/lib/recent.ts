/**
 * The values that were asked for lately, by number. To move a value at every look costs more than the look: each is
 * marked instead, and a hand that goes round passes over a mark once when room is needed.
 */
export class Recent<V> {
  readonly #capacity: number
  /** Where each key's value is. */
  readonly #places = new Map<number, number>()
  readonly #keys: Float64Array
  readonly #values: (V | undefined)[] = []
  readonly #isUsed: Uint8Array
  /** Places of what was deleted. */
  readonly #free: number[] = []
  #hand = 0

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#keys = new Float64Array(capacity)
    this.#isUsed = new Uint8Array(capacity)
  }

  get(key: number): V | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    this.#isUsed[place] = 1
    return this.#values[place]
  }

  set(key: number, value: V): void {
    const place = this.#places.get(key) ?? this.#room(key)
    this.#values[place] = value
    this.#isUsed[place] = 0
  }

  delete(key: number): void {
    const place = this.#places.get(key)
    if (place === undefined) return
    this.#places.delete(key)
    this.#values[place] = undefined
    this.#free.push(place)
  }

  #room(key: number): number {
    const place =
      this.#free.pop() ?? (this.#values.length < this.#capacity ? this.#values.length : this.#leave())
    this.#places.set(key, place)
    this.#keys[place] = key
    return place
  }

  /** Only where every place is taken. */
  #leave(): number {
    while (this.#isUsed[this.#hand] === 1) {
      this.#isUsed[this.#hand] = 0
      this.#hand = (this.#hand + 1) % this.#capacity
    }
    const place = this.#hand
    this.#places.delete(this.#keys[place] ?? Number.NaN)
    this.#hand = (place + 1) % this.#capacity
    return place
  }
}
