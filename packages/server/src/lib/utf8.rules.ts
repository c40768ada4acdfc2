const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the text of bytes in UTF-8; undefined where they are none, since a decoder would put in signs that nobody wrote. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
