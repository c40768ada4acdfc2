/** What a text file is written in, so that a browser shows it as it is: its bytes are sent as they lie there. */
import type { OpenFile } from '../../storages/storage.ts'
import { encodingOf } from '../lyrics/decode-texts.ts'

const readBytes = 64 * 1024
const lineFeed = 0x0a

/** The name of its encoding, as `charset=` has it. */
export async function readEncodingOf(file: OpenFile): Promise<string> {
  if (file.sizeBytes === 0) return 'utf-8'
  const length = Math.min(file.sizeBytes, readBytes)
  const head = await file.read({ start: 0, end: length - 1 })
  return encodingOf(length < file.sizeBytes ? wholeLines(head) : head)
}

/** A character that was cut in two would not be valid. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(lineFeed)
  return end > 0 ? bytes.subarray(0, end) : bytes.subarray(0, -4)
}
