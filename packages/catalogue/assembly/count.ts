export function count(bits: usize, words: u32): u32 {
  const end = bits + ((<usize>words) << 2)
  let sums = i32x4.splat(0)
  while (bits < end) {
    // A byte holds up to 31 counts of 8 bits before it overflows.
    let bytes = i8x16.splat(0)
    const stop = min(end, bits + 31 * 16)
    for (; bits < stop; bits += 16) bytes = i8x16.add(bytes, i8x16.popcnt(v128.load(bits)))
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)))
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  )
}
