/** Decides where a page may send people after they signed in: into this app, and nowhere else. */

/** The path with search and hash, or undefined for anything that would leave the origin. */
export function safeTarget(target: unknown, origin: string): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/') || !URL.canParse(target, origin)) return undefined
  const { origin: reached, pathname, search, hash } = new URL(target, origin)
  // `/\evil` and `//evil` start with a slash too, and `/.//evil` comes out of parsing as one of them.
  const leaves = reached !== origin || pathname.startsWith('//') || /^\/[\\/]/.test(target)
  return leaves || isLogin(pathname) ? undefined : pathname + search + hash
}

/** The login leads anywhere but to itself and to where a sign-in ends. */
export const isLogin = (pathname: string): boolean => /^\/auth\/(login|provider)/.test(pathname)
