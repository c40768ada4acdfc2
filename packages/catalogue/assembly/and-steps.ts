/**
 * ANDs the steps of a query in chunks, so that the result stays in the L1 cache. While few works are left, their ordinals are gathered on
 * the way, so that later loops do not read the whole bitset again.
 */
import { addressOf, word } from './bits'
import { count } from './count'
import { dir, words } from './generation'
import { Directory, Step, stepWords } from './layout'
import { removeStep, stepCount, steps } from './steps'

// @ts-expect-error: decorator
@inline const chunk: usize = 2048

/** Whether the candidate buffer contains the ordinals of all works that are left. */
export let isGathered: bool = false
export let gathered: u32 = 0

/** ANDs the mask and all steps into `target`; returns how many bits are set. */
export function andSteps(mask: usize, isEverybody: bool, target: usize): u32 {
  const size = (<usize>words) << 2
  const first = isEverybody ? takePlainStep(mask) : mask
  let total: u32 = 0
  isGathered = true
  gathered = 0
  for (let from: usize = 0; from < size; from += chunk) {
    const end = min(from + chunk, size)
    andChunk(first, target, from, end)
    const found = count(target + from, <u32>((end - from) >>> 2))
    total += found
    isGathered = isGathered && isFew(total, <f64>end / <f64>size)
    if (isGathered && found != 0) gather(target, from, end)
  }
  return total
}

/** Returns whether few works are left, extrapolated from the part that is done: stopping early avoids gathering in vain. */
// @ts-expect-error: decorator
@inline
function isFew(total: u32, done: f64): bool {
  const most = <f64>word(dir, Directory.maxCandidates)
  return <f64>total <= min(most, most * (done + 0.125))
}

/** Removes a step that is not a complement and returns its bitset; returns the mask if there is none. */
function takePlainStep(mask: usize): usize {
  for (let step: u32 = 0; step < stepCount; step++) {
    const at = addressOf(steps, stepWords * step)
    if (word(at, Step.isComplement) != 0) continue
    const bits: usize = word(at, Step.bits)
    removeStep(at)
    return bits
  }
  return mask
}

/** ANDs four steps per pass. The last step is repeated to fill a pass: ANDing it twice changes nothing. */
function andChunk(first: usize, target: usize, from: usize, end: usize): void {
  if (stepCount == 0) {
    memory.copy(target + from, first + from, end - from)
    return
  }
  let source = first
  for (let step: u32 = 0; step < stepCount; step += 4) {
    if (stepCount - step <= 2) andTwo(source, target, from, end, step)
    else andFour(source, target, from, end, step)
    source = target
  }
}

function andTwo(source: usize, target: usize, from: usize, end: usize, step: u32): void {
  const one = bitsOf(step)
  const two = bitsOf(step + 1)
  const oneFlip = flipOf(step)
  const twoFlip = flipOf(step + 1)
  for (let at = from; at < end; at += 16)
    v128.store(target + at, v128.and(v128.load(source + at), v128.and(flipped(one + at, oneFlip), flipped(two + at, twoFlip))))
}

function andFour(source: usize, target: usize, from: usize, end: usize, step: u32): void {
  const one = bitsOf(step)
  const two = bitsOf(step + 1)
  const three = bitsOf(step + 2)
  const four = bitsOf(step + 3)
  const oneFlip = flipOf(step)
  const twoFlip = flipOf(step + 1)
  const threeFlip = flipOf(step + 2)
  const fourFlip = flipOf(step + 3)
  for (let at = from; at < end; at += 16) {
    const left = v128.and(flipped(one + at, oneFlip), flipped(two + at, twoFlip))
    const right = v128.and(flipped(three + at, threeFlip), flipped(four + at, fourFlip))
    v128.store(target + at, v128.and(v128.load(source + at), v128.and(left, right)))
  }
}

// @ts-expect-error: decorator
@inline
function flipped(bits: usize, flip: v128): v128 {
  return v128.xor(v128.load(bits), flip)
}

/** Returns the bitset of a step; past the last step, that of the last. */
// @ts-expect-error: decorator
@inline
function bitsOf(step: u32): usize {
  return <usize>word(steps, stepWords * min(step, stepCount - 1) + Step.bits)
}

/** Returns all bits set for a complement, else none. */
// @ts-expect-error: decorator
@inline
function flipOf(step: u32): v128 {
  return i32x4.splat(0 - word(steps, stepWords * min(step, stepCount - 1) + Step.isComplement))
}

function gather(bits: usize, from: usize, end: usize): void {
  let out = addressOf(word(dir, Directory.candidates), gathered)
  const start = out
  for (let at = from; at < end; at += 8) {
    const first = <u32>(at << 3)
    for (let left = load<u64>(bits + at); left != 0; left &= left - 1) {
      store<u32>(out, first | <u32>ctz(left))
      out += 4
    }
  }
  gathered += <u32>((out - start) >>> 2)
}
