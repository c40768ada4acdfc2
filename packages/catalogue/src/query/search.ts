/** Search terms as a condition: a work has a term in its own text, its ID, or the name of one of its entities. */

import { entityKinds } from '@koedana/contract/values.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Arena, createBits } from '../memory/arena.ts'
import { bitsOf, type Generation, listOf } from '../model/generation.ts'
import type { FindEntities } from '../model/query.ts'
import { keyRangesOf } from '../text/id-prefix.rules.ts'
import type { Term, Terms } from '../text/terms.rules.ts'
import { type TextIndex, unitsOf } from '../text/text-index.ts'
import { findDocuments, findEnding, findStarting, type TermSearch } from './find-documents.ts'

export interface Search {
  /** Clears the works that lack a wanted term or have an excluded one. */
  readonly narrow: (bits: Uint32Array, terms: Terms, findEntities: FindEntities) => void
  /**
   * Splits `bits` by quality of the match, best first: exact title or ID, title prefix, title, rest. Each tier is computed on demand, and
   * valid until the next query.
   */
  readonly tiers: (bits: Uint32Array, terms: Terms) => Iterable<Uint32Array>
}

export function createSearch(generation: Generation, kernel: Kernel, arena: Arena): Search {
  const { columns, works } = generation
  const scratch = () => createBits(arena, columns.count)
  const [hits, starting] = [scratch(), scratch()]
  const [exact, prefix, titles, rest] = [scratch(), scratch(), scratch(), scratch()]
  const findTexts = createTextFinder(works, kernel, scratch())

  function narrow(bits: Uint32Array, { terms }: Terms, findEntities: FindEntities): void {
    for (const term of terms) {
      findTerm({ generation, kernel, hits, findTexts }, { term, within: bits, findEntities })
      if (term.isExcluded) kernel.andNot(bits, hits)
      else kernel.and(bits, hits)
    }
  }

  function* tiers(bits: Uint32Array, { terms, wholes }: Terms): Generator<Uint32Array, void> {
    titles.set(bits)
    for (const term of terms) {
      if (term.isExcluded) continue
      hits.fill(0)
      for (const spelling of term.spellings) findTexts({ target: hits, term: spelling, within: titles })
      kernel.and(titles, hits)
    }
    exact.fill(0)
    prefix.fill(0)
    for (const whole of wholes) {
      const found = { titles, starting, ending: hits, prefix, exact }
      findWhole(works, kernel, { term: unitsOf(whole), ...found })
      for (const { start, end } of ordinalsOfId(generation, whole))
        if (end - start === 1) setSpan(exact, start, end)
    }
    kernel.and(exact, bits)
    yield exact
    kernel.andNot(prefix, exact)
    yield prefix
    for (const better of [exact, prefix]) kernel.andNot(titles, better)
    yield titles
    rest.set(bits)
    for (const better of [exact, prefix, titles]) kernel.andNot(rest, better)
    yield rest
  }

  return { narrow, tiers }
}

/** Adds to `target` the documents that contain the term. */
type FindTexts = (wanted: TermSearch & { readonly target: Uint32Array }) => void

/**
 * Terms of one unit combine hundreds of pair lists. The result depends only on the term, so the last one is cached in `last`: the relevance
 * tiers and the next page need it again.
 */
function createTextFinder(works: TextIndex, kernel: Kernel, last: Uint32Array): FindTexts {
  let lastTerm: string | undefined
  return (wanted) => {
    const { term, target } = wanted
    if (term.length > 1) return findDocuments(works, kernel, wanted)
    if (term !== lastTerm) {
      last.fill(0)
      findDocuments(works, kernel, { ...wanted, target: last })
      lastTerm = term
    }
    return kernel.or(target, last)
  }
}

interface WholeTitleSearch {
  readonly titles: Uint32Array
  readonly term: Uint16Array
  /** Overwritten. */
  readonly starting: Uint32Array
  readonly ending: Uint32Array
  /** Titles that start with the term are added to `prefix`, those that equal it to `exact`. */
  readonly prefix: Uint32Array
  readonly exact: Uint32Array
}

/** Compares only texts with a field that starts with the first unit. */
function findWhole(
  works: TextIndex,
  kernel: Kernel,
  { titles, term, starting, ending, prefix, exact }: WholeTitleSearch,
): void {
  const [first, last] = [term[0], term.at(-1)]
  if (first === undefined || last === undefined) return
  starting.fill(0)
  findStarting(works, kernel, { target: starting, unit: first })
  kernel.and(starting, titles)
  if (term.length === 1) kernel.or(prefix, starting)
  else kernel.setStarting(prefix, { within: starting, texts: works.texts, term }, false)
  ending.fill(0)
  findEnding(works, kernel, { target: ending, unit: last })
  kernel.and(starting, ending)
  kernel.setStarting(exact, { within: starting, texts: works.texts, term }, true)
}

function ordinalsOfId({ columns: { key, count } }: Generation, spelling: string) {
  const position = (wanted: number) => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (key[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
  return keyRangesOf(spelling).map(({ first, last }) => ({ start: position(first), end: position(last + 1) }))
}

function setSpan(bits: Uint32Array, start: number, end: number): void {
  for (let ordinal = start; ordinal < end; ordinal++) bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

interface TermFinder {
  readonly generation: Generation
  readonly kernel: Kernel
  /** Overwritten with the works that have the term. */
  readonly hits: Uint32Array
  readonly findTexts: FindTexts
}

function findTerm(
  { generation, kernel, hits, findTexts }: TermFinder,
  { term, within, findEntities }: { term: Term; within: Uint32Array; findEntities: FindEntities },
): void {
  const { columns, postings } = generation
  hits.fill(0)
  for (const spelling of term.spellings) {
    findTexts({ target: hits, term: spelling, within })
    for (const { start, end } of ordinalsOfId(generation, spelling)) setSpan(hits, start, end)
    for (const kind of entityKinds) {
      for (const key of findEntities(kind, spelling)) {
        const dense = bitsOf(postings[kind], key, columns.count)
        if (dense) kernel.or(hits, dense)
        else kernel.setAll(hits, listOf(postings[kind], key))
      }
    }
  }
}
