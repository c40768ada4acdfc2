/** Sorts works by whole numbers, digit by digit: equal ones keep their order, and no two are ever compared. */

/** Ordinals by ascending value; infinity comes last. Finite values are whole and lie within 2^53 of each other. */
export function sortOrdinals(values: Float64Array): Uint32Array {
  const span = countFromLeast(values)
  let order = Uint32Array.from(values.keys())
  let next = new Uint32Array(values.length)
  for (let unit = 1; unit <= span; unit *= digits) {
    scatter(values, { order, next, unit })
    const done = order
    order = next
    next = done
  }
  return order
}

const digits = 2_048

/** Makes the least value 0 and infinity one more than the most; returns the most there is now. */
function countFromLeast(values: Float64Array): number {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === Number.POSITIVE_INFINITY) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  const last = least > most ? 0 : most - least + 1
  for (let at = 0; at < values.length; at++) {
    values[at] = values[at] === Number.POSITIVE_INFINITY ? last : values[at]! - least
  }
  return last
}

interface Pass {
  readonly order: Uint32Array
  readonly next: Uint32Array
  /** What the digit counts: a power of `digits`. */
  readonly unit: number
}

function scatter(values: Float64Array, { order, next, unit }: Pass): void {
  const starts = new Uint32Array(digits + 1)
  for (let at = 0; at < values.length; at++) starts[digitOf(values[at]!, unit) + 1]!++
  for (let digit = 0; digit < digits; digit++) starts[digit + 1]! += starts[digit]!
  for (let at = 0; at < order.length; at++) {
    const ordinal = order[at]!
    next[starts[digitOf(values[ordinal]!, unit)]!++] = ordinal
  }
}

const digitOf = (value: number, unit: number) => Math.floor(value / unit) % digits
