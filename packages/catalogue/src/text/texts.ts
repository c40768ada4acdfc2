/** Folded texts of many documents in one array of code units; a document's fields each end with a line feed. */
import type { Arena } from '../arena.ts'

export interface Texts {
  readonly units: Uint16Array
  /** Document d is `units[offsets[d]] … units[offsets[d + 1] - 1]`. */
  readonly offsets: Uint32Array
}

/** Ends every field; folding makes spaces of all white space, so that no text has it inside. */
export const fieldEnd = 10

export interface TextsWriter {
  /** The fields of the next document; empty ones are left out, equal ones written once. */
  readonly add: (fields: readonly string[]) => void
  readonly finish: (arena: Arena) => Texts
}

export function writeTexts(): TextsWriter {
  let units = new Uint16Array(1 << 16)
  let length = 0
  let offsets = new Uint32Array(1 << 10)
  let documents = 0
  const push = (unit: number) => {
    if (length === units.length) units = larger(units, new Uint16Array(length * 2))
    units[length++] = unit
  }
  return {
    add: (fields) => {
      for (const field of new Set(fields)) {
        if (field === '') continue
        for (let at = 0; at < field.length; at++) push(field.charCodeAt(at))
        push(fieldEnd)
      }
      documents += 1
      if (documents === offsets.length) offsets = larger(offsets, new Uint32Array(documents * 2))
      offsets[documents] = length
    },
    finish: (arena) => {
      const texts = { units: arena.uint16(length), offsets: arena.uint32(documents + 1) }
      texts.units.set(units.subarray(0, length))
      texts.offsets.set(offsets.subarray(0, documents + 1))
      return texts
    },
  }
}

/** The fields of one document. */
export function fieldsOf({ units, offsets }: Texts, document: number): string[] {
  const text = String.fromCharCode(...units.subarray(offsets[document]!, offsets[document + 1]!))
  return text.split('\n').slice(0, -1)
}

/** Code units of a term. */
export function unitsOf(text: string): Uint16Array {
  return Uint16Array.from(text, (_, at) => text.charCodeAt(at))
}

function larger<A extends Uint16Array | Uint32Array>(from: A, to: A): A {
  to.set(from)
  return to
}
