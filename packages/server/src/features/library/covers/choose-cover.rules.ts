const pictureName = /\.(jpe?g|png|webp)$/i

export const isPicture = (name: string): boolean => pictureName.test(name)

/**
 * Returns the pictures that may be the cover, the best first: a file named `cover` or `folder`, the marketplace's main picture, then the
 * first picture at the top. `paths` are relative to the work's folder, with `/` between parts, in natural order.
 */
export function rankCovers(paths: readonly string[]): string[] {
  const pictures = paths.filter(isPicture)
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const top = pictures.filter((path) => !path.includes('/'))
  const ranked = [
    ...top.filter((path) => /^(cover|folder)\.\w+$/i.test(path)),
    ...pictures.filter((path) => /^cover\.\w+$/i.test(nameOf(path))),
    ...pictures.filter((path) => /_img_main\.\w+$/i.test(nameOf(path))),
    ...top.filter((path) => !/_(sam|240x240|100x100)\.\w+$/i.test(path)),
    ...top,
  ]
  return [...new Set(ranked)]
}
