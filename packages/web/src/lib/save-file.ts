/** Downloads the file under the given name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers start reading the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
