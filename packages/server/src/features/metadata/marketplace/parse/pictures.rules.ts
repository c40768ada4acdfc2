/** Recognizes pictures by their first bytes, regardless of the content type. */

const beginnings: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  // JPEG, PNG, then `WEBP` and `ftyp` after a length.
  [0, [0xff, 0xd8, 0xff]],
  [0, [0x89, 0x50, 0x4e, 0x47]],
  [8, [0x57, 0x45, 0x42, 0x50]],
  [4, [0x66, 0x74, 0x79, 0x70]],
]

export const isPicture = (bytes: Buffer): boolean =>
  beginnings.some(([at, start]) => start.every((byte, i) => bytes[at + i] === byte))

/** Returns whether the picture is a placeholder for a missing one. Placeholders are always GIF files, covers never are. */
export const isPlaceholder = (bytes: Buffer, url: string): boolean =>
  bytes.subarray(0, 4).toString('latin1') === 'GIF8' || /\/no_img[^/]*$/.test(url)

/** Returns the URL of a smaller size, which may exist if the main picture is missing (nothink-jp/suzumina.click issue 944). */
export function resizedUrlOf(url: string): string | undefined {
  const resized = url.replace(/\/modpub\/(images2\/work\/.+_img_main)\.jpg$/, '/resize/$1_360x360.jpg')
  return resized === url ? undefined : resized
}
