/** Leads a browser on after a sign-in: into this server's pages, and nowhere else. */

/** A longer one does not fit into a cookie with the rest. */
const longestPath = 1_000
const base = 'http://koedana.invalid'

/** Returns the path with search and hash; `/` for anything that would leave this server. */
export function returnPathOf(target: string | undefined): string {
  if (target === undefined || target.length > longestPath || !/^\/(?![\\/])/.test(target)) return '/'
  if (!URL.canParse(target, base)) return '/'
  const { origin, pathname, search, hash } = new URL(target, base)
  // `/.//evil` comes out of parsing with two slashes before it.
  const leaves = origin !== base || pathname.startsWith('//') || pathname.startsWith('/auth/')
  return leaves ? '/' : pathname + search + hash
}
