/** A piece of an address without its percent signs; as it is where they make no sense. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
