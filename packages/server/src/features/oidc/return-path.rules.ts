/** Validates where a browser goes after login: only to pages of this server. */

/** Longer paths do not fit into the cookie. */
const maxPathLength = 1_000
const base = 'http://koedana.invalid'

/** Returns the path with query and hash; `/` for anything outside this server. */
export function returnPathOf(target: string | undefined): string {
  if (target === undefined || target.length > maxPathLength || !/^\/(?![\\/])/.test(target)) return '/'
  if (!URL.canParse(target, base)) return '/'
  const { origin, pathname, search, hash } = new URL(target, base)
  // `/.//evil` is normalized to `//evil`, which would be another host.
  const leaves = origin !== base || pathname.startsWith('//') || pathname.startsWith('/auth/')
  return leaves ? '/' : pathname + search + hash
}
