/** Collects up to `wanted` of the smallest ranks of set works in a max-heap. Returns how many. */
export function least(bits: usize, words: u32, ranks: usize, heap: usize, wanted: u32): u32 {
  let held: u32 = 0
  let largest: u32 = 0xffff_ffff
  for (let word: u32 = 0; word < words; word++) {
    // Most words are empty, so empty blocks of four words are skipped at once.
    if ((word & 3) == 0)
      while (word < words && !v128.any_true(v128.load(bits + ((<usize>word) << 2)))) word += 4
    if (word >= words) break
    let left = load<u32>(bits + ((<usize>word) << 2))
    while (left != 0) {
      const rank = load<u32>(ranks + ((<usize>((word << 5) | ctz(left))) << 2))
      left &= left - 1
      if (held == wanted) {
        if (rank >= largest) continue
        sink(heap, held, rank)
      } else {
        rise(heap, held++, rank)
      }
      if (held == wanted) largest = load<u32>(heap)
    }
  }
  return held
}

export function rise(heap: usize, at: u32, value: u32): void {
  while (at != 0) {
    const parent = (at - 1) >>> 1
    const above = load<u32>(heap + ((<usize>parent) << 2))
    if (above >= value) break
    store<u32>(heap + ((<usize>at) << 2), above)
    at = parent
  }
  store<u32>(heap + ((<usize>at) << 2), value)
}

export function sink(heap: usize, length: u32, value: u32): void {
  let at: u32 = 0
  for (;;) {
    let child: u32 = 2 * at + 1
    if (child >= length) break
    let below = load<u32>(heap + ((<usize>child) << 2))
    if (child + 1 < length) {
      const other = load<u32>(heap + ((<usize>(child + 1)) << 2))
      if (other > below) {
        below = other
        child++
      }
    }
    if (below <= value) break
    store<u32>(heap + ((<usize>at) << 2), below)
    at = child
  }
  store<u32>(heap + ((<usize>at) << 2), value)
}
