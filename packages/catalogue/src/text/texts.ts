/** Folded texts of many documents in one array of code units; a document's fields each end with a line feed. */
import type { Arena } from '../memory/arena.ts'

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

/** Texts are written in chunks of this many units, so that nothing is copied while they grow. */
const chunkLength = 1 << 19

export function writeTexts(): TextsWriter {
  const full: Uint16Array[] = []
  let chunk = new Uint16Array(chunkLength)
  let length = 0
  /** Where each document ends. */
  const ends: number[] = []
  const push = (unit: number) => {
    if (length === chunkLength) {
      full.push(chunk)
      chunk = new Uint16Array(chunkLength)
      length = 0
    }
    chunk[length++] = unit
  }
  return {
    add: (fields) => {
      for (const field of new Set(fields)) {
        if (field === '') continue
        for (let at = 0; at < field.length; at++) push(field.charCodeAt(at))
        push(fieldEnd)
      }
      ends.push(full.length * chunkLength + length)
    },
    finish: (arena) => {
      const texts = { units: arena.uint16(ends.at(-1) ?? 0), offsets: arena.uint32(ends.length + 1) }
      full.forEach((one, at) => {
        texts.units.set(one, at * chunkLength)
      })
      texts.units.set(chunk.subarray(0, length), full.length * chunkLength)
      texts.offsets.set(ends, 1)
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
