/** Reads real responses if `KOEDANA_TEST_DATA` names a folder with them. They are never copied into the repository. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

export const capturedFolder = process.env.KOEDANA_TEST_DATA

export const captured = (name: string): string =>
  readFileSync(join(capturedFolder ?? '', 'dlsite', name), 'utf8')

const anything = v.record(v.string(), v.unknown())

/** Returns the only record of a captured `product.json`. */
export const capturedRecord = (): Record<string, unknown> =>
  v.parse(v.tuple([anything]), JSON.parse(captured('product_RJ01698658.json')))[0]

/** Returns the only entry of a captured `product/info/ajax`. */
export const capturedNumbers = (): Record<string, unknown> =>
  v.parse(v.object({ RJ01698658: anything }), JSON.parse(captured('ajax_shape_RJ01698658.json'))).RJ01698658
