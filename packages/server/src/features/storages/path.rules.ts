/** Validates and joins relative paths. No part of a path may lead out of its folder. */

/** Accepts `''`, which is the root. */
export const isSafePath = (path: string): boolean => path === '' || !/(?:^|\/)\.{0,2}(?:\/|$)|\0/.test(path)

export const isSafeName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0')

export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** Returns `''` for an item in the root. */
export const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
