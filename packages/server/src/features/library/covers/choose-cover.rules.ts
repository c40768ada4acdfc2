/** Chooses the picture of a work's folder that is its cover. */

const pictureName = /\.(jpe?g|png|webp)$/i

export const isPicture = (name: string): boolean => pictureName.test(name)

/**
 * `paths` are inside the work's folder, `/` between parts, in natural order. A file called cover wins, then the
 * marketplace's main picture, then the first picture at the top; undefined if there is none.
 */
export function chooseCover(paths: readonly string[]): string | undefined {
  const pictures = paths.filter(isPicture)
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const top = pictures.filter((path) => !path.includes('/'))
  return (
    top.find((path) => /^(cover|folder)\.\w+$/i.test(path)) ??
    pictures.find((path) => /^cover\.\w+$/i.test(nameOf(path))) ??
    pictures.find((path) => /_img_main\.\w+$/i.test(nameOf(path))) ??
    top.find((path) => !/_(sam|240x240|100x100)\.\w+$/i.test(path)) ??
    top[0]
  )
}
