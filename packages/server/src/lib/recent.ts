/**
 * The values that were asked for lately, by number. To move a value at every look costs more than the look: each is
 * marked instead, and one with a mark is passed over once when room is needed.
 */
export class Recent<V extends Marked> {
  readonly #capacity: number
  readonly #values = new Map<number, V>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: number): V | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) value.isUsed = true
    return value
  }

  set(key: number, value: V): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#capacity) this.#forgetOne()
  }

  delete(key: number): void {
    this.#values.delete(key)
  }

  /** Those that are passed over become the youngest, so that the walk ends. */
  #forgetOne(): void {
    for (const [key, value] of this.#values) {
      this.#values.delete(key)
      if (!value.isUsed) return
      value.isUsed = false
      this.#values.set(key, value)
    }
  }
}

export interface Marked {
  isUsed: boolean
}
