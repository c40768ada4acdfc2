/** Has the browser save it under that name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers begin to read it only later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
