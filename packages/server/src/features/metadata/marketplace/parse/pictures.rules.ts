/** Pictures: known by how they begin, whatever is said of them. */

const beginnings: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  // JPEG, PNG, then `WEBP` and `ftyp` after a length.
  [0, [0xff, 0xd8, 0xff]],
  [0, [0x89, 0x50, 0x4e, 0x47]],
  [8, [0x57, 0x45, 0x42, 0x50]],
  [4, [0x66, 0x74, 0x79, 0x70]],
]

export const isPicture = (bytes: Buffer): boolean =>
  beginnings.some(([at, start]) => start.every((byte, i) => bytes[at + i] === byte))

/** The marketplace stands one in for what is not there: always a GIF, as covers never are. */
export const isPlaceholder = (bytes: Buffer, url: string): boolean =>
  bytes.subarray(0, 4).toString('latin1') === 'GIF8' || /\/no_img[^/]*$/.test(url)

/** A main picture that is not there may still exist in a smaller size (nothink-jp/suzumina.click issue 944). */
export function resizedUrlOf(url: string): string | undefined {
  const resized = url.replace(/\/modpub\/(images2\/work\/.+_img_main)\.jpg$/, '/resize/$1_360x360.jpg')
  return resized === url ? undefined : resized
}
