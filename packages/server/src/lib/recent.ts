/** The values that were asked for last, by number. The map's order is the order of use. */
export class Recent<V> {
  readonly #capacity: number
  readonly #values = new Map<number, V>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: number): V | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: number, value: V): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#capacity) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }

  delete(key: number): void {
    this.#values.delete(key)
  }
}
