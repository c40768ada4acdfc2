/** The random order, as in `src/page/random.rules.ts`. The mapping is a bijection, so each number can be mapped back to its key. */

let salt: u32 = 0

export function startShuffle(seed: u32): void {
  salt = (seed ^ 0x9e37_79b9) * 0x85eb_ca6b
}

export function shuffled(key: u32): u32 {
  let mixed = (key ^ salt) * 0xc2b2_ae35
  mixed = (mixed ^ (mixed >>> 16)) * 0x7feb_352d
  mixed = (mixed ^ (mixed >>> 15)) * 0x846c_a68b
  return mixed ^ (mixed >>> 16)
}

// @ts-expect-error: decorator
@inline
export function shuffledFour(keys: v128): v128 {
  let mixed = i32x4.mul(v128.xor(keys, i32x4.splat(salt)), i32x4.splat(0xc2b2_ae35))
  mixed = i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 16)), i32x4.splat(0x7feb_352d))
  mixed = i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 15)), i32x4.splat(0x846c_a68b))
  return v128.xor(mixed, i32x4.shr_u(mixed, 16))
}

/** Inverts `shuffled`: the inverse multipliers modulo 2^32, last step first. */
export function keyOfShuffled(number: u32): u32 {
  let mixed = (number ^ (number >>> 16)) * 0x4302_1123
  mixed = (mixed ^ (mixed >>> 15) ^ (mixed >>> 30)) * 0x1d69_e2a5
  mixed = (mixed ^ (mixed >>> 16)) * 0x7ed1_b41d
  return mixed ^ salt
}
